import type { JobData, Rotamer } from '@rotamer/client';
import type { z } from 'zod';
import type { Budget } from './budget.ts';
import type { ResultCache } from './resultCache.ts';

/** The state shared by all tools of one process. */
export interface Desk {
  /** Returns a client with a key. Throws a usage error when there is no key. */
  client(): Rotamer;
  budget(): Budget;
  /** Replaces the budget. `next` was decided on the current one. */
  changeBudget(next: Budget): void;
  results: ResultCache;
  /** Saves a request for a person to submit, and returns the command to run. */
  commandFor(body: object, maxCredits: number): string;
}

/** One call, which can be cancelled and can report progress. */
export interface Call {
  signal: AbortSignal;
  /** Reports the progress of a job, if the caller asked for progress. */
  progress(job: JobData): void;
}

/** A tool that a model can call. */
export interface McpTool<Input extends z.ZodObject = z.ZodObject> {
  name: string;
  title: string;
  /** Text for the model: what the tool does, and when to call which other tool. */
  description: string;
  input: Input;
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: boolean };
  run(desk: Desk, input: z.output<Input>, call: Call): Promise<object>;
}

/** Annotations of a tool that changes nothing. */
export const reading = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true };

/** Checks the types of a tool. */
export function tool<Input extends z.ZodObject>(definition: McpTool<Input>): McpTool {
  return definition as unknown as McpTool;
}
