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
