/** A run of a program, as it is reported. */
export interface BegunRun {
  command: string;
  args: string[];
  cwd: string;
}

/** How a run ended. */
export interface EndedRun {
  /** Null when a signal ended the program. */
  code: number | null;
  signal: NodeJS.Signals | null;
  elapsedMs: number;
}

export type Stream = 'stdout' | 'stderr';

/** Takes what one run writes, and how it ends. */
export interface RunLog {
  wrote(stream: Stream, bytes: Uint8Array): void;
  ended(how: EndedRun): void;
}

/** Takes what the programs of a job do. */
export type ProgramLog = (run: BegunRun) => RunLog;

const nothing: RunLog = { wrote: () => {}, ended: () => {} };

let current: ProgramLog | undefined;

/** Reports the programs that run from now on in this process, which runs one job at a time. */
export function logProgramsTo(log: ProgramLog): void {
  current = log;
}

/** Reports that a program runs. */
export const logRun = (run: BegunRun): RunLog => current?.(run) ?? nothing;
