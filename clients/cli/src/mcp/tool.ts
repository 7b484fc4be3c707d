import type { JobData, Rotamer } from '@rotamer/client';
import type { z } from 'zod';
import type { Budget } from './budget.ts';
import type { ResultCache } from './resultCache.ts';

/** What the tools of one process share. */
export interface Desk {
  /** A client with a key; a usage error when there is none. */
  client(): Rotamer;
  budget(): Budget;
  /** Changes the budget by a decision about its present state. */
  changeBudget(next: Budget): void;
  results: ResultCache;
  /** Keeps a request for a person to submit, and says with which command. */
  commandFor(body: object, maxCredits: number): string;
}

/** One call: it can be cancelled, and told how it is going. */
export interface Call {
  signal: AbortSignal;
  /** Says how a job is doing, if the caller asked for that. */
  progress(job: JobData): void;
}

/** A tool that a model can call. */
export interface McpTool<Input extends z.ZodObject = z.ZodObject> {
  name: string;
  title: string;
  /** For the model: what it does, and when to call which other tool. */
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
