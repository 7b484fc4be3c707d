import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Child } from './child.ts';

/** Poll interval. Long enough to cost nothing, and short enough to measure some seconds to within a hundredth. */
export const POLL_MS = 50;

/** Waits until every job has ended and is settled. `db` is the database of jobs. */
export async function allSettled(db: pg.Client, runner: Child): Promise<void> {
  const open = `select exists (select from jobs where completed_at is null) or exists (
    select from jobs where completed_at is not null and finalized_at is null) as open`;
  while ((await db.query(open)).rows[0].open) {
    if (runner.hasEnded()) throw new Error('the runner exited before its jobs were done');
    await sleep(POLL_MS);
  }
}
