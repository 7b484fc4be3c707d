import type { ToolLimits } from '@rotamer/tools/contract.ts';

/** What a process has done so far. */
export interface Service {
  jobs: number;
  /** Wall time of its jobs. */
  busyMs: number;
  /** On its pipe. */
  saidBytes: number;
}

/** Its start is a hundredth for each then; what a tool does not give back, such as a file it opened, cannot pile up for long. */
const MAX_JOBS = 100;

/** The kernel limits processor time for a process as a whole, with 10 s to spare (limits.ts): half of them may be used by earlier jobs. */
const MAX_CPU_MS = 5_000;

/** The limit of the pipe counts for all jobs together. */
const MAX_SAID_BYTES = 64 * 1024;

/** Whether the limits that hold for a process as a whole leave another job as much as a new process would. */
export function mayRunAnother({ jobs, busyMs, saidBytes }: Service, { cpuCores }: ToolLimits): boolean {
  return jobs < MAX_JOBS && busyMs * cpuCores < MAX_CPU_MS && saidBytes < MAX_SAID_BYTES;
}
