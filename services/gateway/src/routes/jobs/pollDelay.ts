import { isTerminal } from '@rotamer/domain/jobStatus.ts';
import type { Job } from '@rotamer/proto/jobs/v1/job.ts';

/** Returns headers with the time of the next poll for an active job; none for a job that has ended. */
export function pollHeaders(job: Job, now: Date): Record<string, number> {
  return isTerminal(job.status) ? {} : { 'retry-after': pollDelaySeconds(job, now) };
}

/** Returns the recommended polling delay by the age of the job: 5, 10, 20, then 30 seconds. */
export function pollDelaySeconds({ createdAt }: Pick<Job, 'createdAt'>, now: Date): number {
  const age = (now.getTime() - createdAt!.getTime()) / 1000;
  if (age < 5) return 5;
  if (age < 15) return 10;
  return age < 35 ? 20 : 30;
}
