import type { Problem } from '@rotamer/kit/errors/fault.ts';
import type { Job } from './job.ts';

/** How far a runner's clock may be ahead of the database's: a fraction of the time, plus a step of either clock. */
const AHEAD = { part: 0.01, ms: 10_000 };

/** A runner's report about its attempt, without the outcome. */
export interface Reported {
  runtimeMs: number;
  progress?: number;
}

/**
 * Returns the problems of the numbers that a runner reports. The database's clock is the bound: no tool can have run
 * for longer than the time since its lease was granted.
 */
export function problemsOfReport(
  job: Pick<Job, 'claimedAt' | 'startedAt'>,
  { runtimeMs, progress }: Reported,
  now: Date,
): Problem[] {
  const problems: Problem[] = [];
  const longest = longestRuntimeMs(job, now);
  if (!(Number.isSafeInteger(runtimeMs) && runtimeMs >= 0 && runtimeMs <= longest)) {
    problems.push({ path: 'runtime_ms', message: `must be from 0 to ${longest}: the lease is no older` });
  }
  if (progress !== undefined && !(Number.isInteger(progress) && progress >= 0 && progress <= 100)) {
    problems.push({ path: 'progress', message: 'must be a whole percent from 0 to 100' });
  }
  return problems;
}

function longestRuntimeMs({ claimedAt, startedAt }: Pick<Job, 'claimedAt' | 'startedAt'>, now: Date): number {
  const since = Math.min(...[claimedAt, startedAt].map((at) => (at ?? now).getTime()));
  return Math.ceil(Math.max(0, now.getTime() - since) * (1 + AHEAD.part)) + AHEAD.ms;
}

/**
 * Returns the runtime that counts: the runner's measurement, at most the time since the tool's start by the database's
 * clock; 0 before the start.
 */
export function believedRuntimeMs({ startedAt }: Pick<Job, 'startedAt'>, runtimeMs: number, now: Date): number {
  return startedAt ? Math.max(0, Math.min(runtimeMs, now.getTime() - startedAt.getTime())) : 0;
}
