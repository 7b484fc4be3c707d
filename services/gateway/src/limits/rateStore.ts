import type { Queryable } from '@rotamer/kit/db/db.ts';
import { prepared } from '@rotamer/kit/db/prepared.ts';
import type { Grant } from './window.ts';

/** What a replica tells and asks of one key. */
export interface Spending {
  keyId: string;
  /** When the window began that `spent` belongs to. */
  window?: Date;
  /** Let through from memory. */
  spent: number;
  /** Waiting for the answer. */
  wanted: number;
  limit: number;
}

/** Counts requests of a key in its shared window, in one round trip. */
export async function spendRequests(db: Queryable, spending: Spending): Promise<Grant> {
  const { keyId, window, spent, wanted, limit } = spending;
  const { rows } = await db.query(
    prepared(
      `select window_started_at, window_used, granted, decided_at
     from spend_requests($1, $2, $3, $4, $5)`,
      [keyId, window ?? null, spent, wanted, limit],
    ),
  );
  const [row] = rows;
  return { startedAt: row.window_started_at, used: row.window_used, granted: row.granted, now: row.decided_at };
}

/** Deletes windows that ended long ago. */
export async function forgetWindows(db: Queryable): Promise<void> {
  await db.query(`delete from rate_windows where started_at < now() - interval '1 hour'`);
}
