/** The use of a process so far. */
export interface Service {
  jobs: number;
  /** The processor time of the process that stays, without that of programs it ran. */
  processorMs: number;
  /** Bytes on its pipe. */
  saidBytes: number;
}

/**
 * With this many jobs, the start of a process is a hundredth for each. Resources that a tool leaks, such as open files, cannot pile up for
 * long.
 */
const MAX_JOBS = 100;

/**
 * After this much processor time the start of a process, 4 s with the toolkits of chemistry, is a small part. The kernel limits the
 * processor time of a whole process, so limits.ts adds this time.
 */
export const MAX_PROCESSOR_MS = 60_000;

/** The pipe's limit counts for all jobs of a process together. */
const MAX_SAID_BYTES = 64 * 1024;

/** Returns whether the limits of a whole process leave another job as much as a new process would. */
export function mayRunAnother({ jobs, processorMs, saidBytes }: Service): boolean {
  return jobs < MAX_JOBS && processorMs < MAX_PROCESSOR_MS && saidBytes < MAX_SAID_BYTES;
}

/** A process waits this long for another job at least. */
export const WAIT_MS = 1_000;

/** A process waits this long at most: it holds memory, though no slot. */
const MAX_WAIT_MS = 10_000;

/**
 * Returns how long a process waits for another job: as long as the processor time of its first job, which is mostly its start. On a busy
 * machine the next job takes longer to come than on an idle one, and a process with toolkits of chemistry saves 4 s of work.
 */
export function waitMsOf(firstJobMs: number, waitMs = WAIT_MS): number {
  return Math.max(waitMs, Math.min(firstJobMs, MAX_WAIT_MS));
}
