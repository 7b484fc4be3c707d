import type { Problem } from '@rotamer/kit/errors/fault.ts';
import type { Job } from './job.ts';

/** How far the clock of a runner may run ahead of the database's: a part of the time, and a step of either clock. */
const AHEAD = { part: 0.01, ms: 10_000 };

/** What a runner says of its attempt, besides its outcome. */
export interface Reported {
  runtimeMs: number;
  progress?: number;
}

/**
 * What is wrong with the figures of a runner, which is believed only as far as the database's clock goes: no tool has run
 * for longer than its lease was granted ago.
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

/** The run time that counts: what the runner measured, never more than the database's clock since Started; 0 before. */
export function believedRuntimeMs({ startedAt }: Pick<Job, 'startedAt'>, runtimeMs: number, now: Date): number {
  return startedAt ? Math.max(0, Math.min(runtimeMs, now.getTime() - startedAt.getTime())) : 0;
}
