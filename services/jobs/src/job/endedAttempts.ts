import type { EndedAttempt, Job } from './job.ts';

/** Most earlier attempts that a job keeps; the oldest are dropped first. */
const MOST = 20;

/** Longest error of an attempt, in characters; the job keeps the whole error of its last one. */
const MAX_ERROR = 500;

/** Returns the earlier attempts of a job whose current attempt, if any, ends now. */
export function withCurrentEnded(
  job: Job,
  outcome: EndedAttempt['outcome'],
  now: Date,
  error?: string,
): EndedAttempt[] | undefined {
  if (job.status !== 'PROCESSING') return job.endedAttempts;
  const ended: EndedAttempt = {
    number: job.attempt,
    claimedAt: job.claimedAt?.toISOString(),
    startedAt: job.startedAt?.toISOString(),
    endedAt: now.toISOString(),
    outcome,
    error: error === undefined ? undefined : [...error].slice(0, MAX_ERROR).join(''),
  };
  return [...(job.endedAttempts ?? []), ended].slice(-MOST);
}
