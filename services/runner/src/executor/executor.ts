import type { ToolLimits } from '@rotamer/tools/contract.ts';

/** One run of a tool whose attempt folder is ready. */
export interface Order {
  /** Root of the attempt folder (child/jobFile.ts), in a folder of the runner. Until the run has ended it lies elsewhere. */
  root: string;
  /** Id of the tool. */
  tool: string;
  /** A process may run jobs with the same text one after the other; undefined: this one has its process alone. */
  shares?: string;
  limits: ToolLimits;
  /** The trace for the tool's own spans; passed to it as `TRACEPARENT`. */
  traceparent?: string;
  /** Whole percent, growing. */
  onProgress(percent: number): void;
}

/** A limit that was exceeded; the executor then kills the tool. */
export type Breach = 'memory' | 'disk' | 'output' | 'processes';

/** A disk without room, or one that cannot be read or written. */
export type MachineFailure = 'disk full' | 'disk broken';

/** How a run ended. By then nothing can change any more what it left in its attempt folder. */
export type Ending = Ended | { kind: 'not_started'; cause: unknown };

export interface Ended {
  kind: 'ended';
  code: number | null;
  signal: NodeJS.Signals | null;
  breach?: Breach;
  /** Whether the tail of its stderr reports a failed memory allocation. */
  outOfMemory: boolean;
  /** What failed of the machine while it ran; a tool that then fails may be sound. */
  machine?: MachineFailure;
}

export interface Execution {
  /** Asks the tool to finish, and kills it after `graceMs`. */
  stop(graceMs: number): void;
  ended: Promise<Ending>;
}

/**
 * Runs tools isolated from each other and the machine. The caller limits wall time, because it knows the reason to
 * stop.
 */
export type Execute = (order: Order) => Execution;
