import type { LoadRequest } from '../load/plan.ts';

/** Another system that runs jobs, asked what Rotamer is asked. */
export interface System {
  name: string;
  /**
   * Starts it in an empty folder, with everything that it needs.
   *
   * @param working Whether it runs its jobs; otherwise they wait, if it can let them wait.
   * @throws Missing when this machine lacks what it is fetched or started with.
   */
  start(folder: string, working: boolean): Promise<RunningSystem>;
}

/** The message says what is missing. */
export class Missing extends Error {}

export interface RunningSystem {
  version: string;
  /** Its processes, whose CPU time is noted. */
  processes: Record<string, { pid: number }[]>;
  /** What it can be asked; requests of one subject are sent in turn. */
  questions: Partial<Record<Subject, Question>>;
  /** Runs a small job and resolves when it has ended. */
  runJob(): Promise<unknown>;
  stop(): Promise<void>;
}

export type Subject = 'submit' | 'status' | 'list';

export interface Question {
  origin: string;
  requests: LoadRequest[];
  /** HTTP status of each answer. */
  expected: number;
}

/** Jobs that are there before a system is asked for them. */
export const STORED = 1_000;
