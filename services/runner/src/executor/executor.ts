import type { ToolLimits } from '@rotamer/tools/contract.ts';
import type { ToolUser } from './sandbox.ts';

/** One run of a tool whose attempt folder is ready. */
export interface Order {
  /** Root of the attempt folder (child/jobFile.ts). */
  root: string;
  /** Whom the attempt folder belongs to. */
  user: ToolUser;
  limits: ToolLimits;
  /** The trace that the tool's own spans would belong to; told to it as `TRACEPARENT`. */
  traceparent?: string;
  /** Whole percent, growing. */
  onProgress(percent: number): void;
}

/** A limit that the executor found broken; it ended the tool at once. */
export type Breach = 'memory' | 'disk' | 'output' | 'processes';

/** How a run ended. Every process of it is gone by then. */
export type Ending = Ended | { kind: 'not_started'; cause: unknown };

export interface Ended {
  kind: 'ended';
  code: number | null;
  signal: NodeJS.Signals | null;
  breach?: Breach;
  /** Its last words say that memory was refused to it. */
  outOfMemory: boolean;
}

export interface Execution {
  /** Asks the tool to finish, and ends it when it has not after `graceMs`. */
  stop(graceMs: number): void;
  ended: Promise<Ending>;
}

/** Runs tools, whatever they do to each other and to the machine. Wall time is the caller's: it knows why it stops. */
export type Execute = (order: Order) => Execution;
