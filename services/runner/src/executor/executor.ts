import type { ToolLimits } from '@rotamer/tools/contract.ts';
import type { ProgramsMessage } from './streams.ts';

/** One run of a tool whose attempt folder is ready. */
export interface Order {
  /** The root of the attempt folder (child/jobFile.ts), inside a folder of the runner. During the run it is moved elsewhere. */
  root: string;
  /** The id of the tool. */
  tool: string;
  /** A process may run jobs with the same key one after the other. Undefined: the process runs only this job. */
  shares?: string;
  /** A folder of the machine that the tool may read. */
  visible?: string;
  limits: ToolLimits;
  /** The trace for the tool's own spans; passed to it as `TRACEPARENT`. */
  traceparent?: string;
  /** Gets whole percent, in growing order. */
  onProgress(percent: number): void;
  /** Gets what the tool's programs do (attempt/runLog.ts). The tool is not trusted: the content may be anything. */
  onPrograms?(kind: ProgramsMessage, number: number, content: string): void;
}

/** A limit that was exceeded; the executor then kills the tool. */
export type Breach = 'memory' | 'disk' | 'output' | 'processes';

/** A disk that is full, or one that cannot be read or written. */
export type MachineFailure = 'disk full' | 'disk broken';

/** How a run ended. From then on, nothing can change the outputs in its attempt folder. */
export type Ending = Ended | { kind: 'not_started'; cause: unknown };

export interface Ended {
  kind: 'ended';
  code: number | null;
  signal: NodeJS.Signals | null;
  breach?: Breach;
  /** Whether the tail of its stderr reports a failed memory allocation. */
  outOfMemory: boolean;
  /** A failure of the machine during the run; a tool that then fails may be sound. */
  machine?: MachineFailure;
}

export interface Execution {
  /** Asks the tool to end, and kills it after `graceMs`. */
  stop(graceMs: number): void;
  ended: Promise<Ending>;
}

/** Runs tools isolated from each other and the machine. The caller limits the wall time, because it knows the reason to stop. */
export type Execute = (order: Order) => Execution;
