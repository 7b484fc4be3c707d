import type { LoadRequest } from '../load/plan.ts';

/** Another system that runs jobs, measured in the same way as Rotamer. */
export interface System {
  name: string;
  /**
   * Starts the system in an empty folder, with everything that it needs.
   *
   * @param working Whether it runs its jobs. Otherwise they wait, if the system can let them wait.
   * @throws Missing when this machine lacks programs for fetching or starting it.
   */
  start(folder: string, working: boolean): Promise<RunningSystem>;
}

/** The message says what is missing. */
export class Missing extends Error {}

export interface RunningSystem {
  version: string;
  /** Processes whose CPU time is recorded. */
  processes: Record<string, { pid: number }[]>;
  /** The requests that the system supports, by subject. Requests of one subject are sent in turn. */
  questions: Partial<Record<Subject, Question>>;
  /** Runs a small job. Resolves when the job has ended. */
  runJob(): Promise<unknown>;
  stop(): Promise<void>;
}

export type Subject = 'submit' | 'status' | 'list';

export interface Question {
  origin: string;
  requests: LoadRequest[];
  /** The expected HTTP status of each response. */
  expected: number;
}

/** Jobs stored before a system is asked for their status. */
export const STORED = 1_000;
