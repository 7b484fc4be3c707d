import { JobStatus } from '@rotamer/proto/jobs/v1/job.ts';

const TERMINAL: ReadonlySet<JobStatus> = new Set([
  JobStatus.COMPLETED,
  JobStatus.FAILED,
  JobStatus.TIMEOUT,
  JobStatus.CANCELLED,
  JobStatus.BUDGET_EXCEEDED,
]);

/** Returns whether a job with this status has ended and can no longer change its status. */
export function isTerminal(status: JobStatus): boolean {
  return TERMINAL.has(status);
}
