import { createBatcher } from '@rotamer/kit/batching/batcher.ts';
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

/** How long a statement waits for the figures of other keys. */
const GATHER_MS = 2;

const MAX_KEYS = 500;

/** Counts requests of keys in their shared windows; what many keys tell and ask in the same moment is one statement. */
export function createSpending(db: Queryable): (spending: Spending) => Promise<Grant> {
  const spend = createBatcher<Spending, Grant>({
    maxWaitMs: GATHER_MS,
    maxSize: MAX_KEYS,
    run: (_, spendings) => spendTogether(db, spendings),
  });
  return (spending) => spend('all', spending);
}

/** In the order of their keys, in which every replica locks their rows, so that none waits for another in a circle. */
async function spendTogether(db: Queryable, spendings: Spending[]): Promise<Grant[]> {
  const sorted = spendings.toSorted((a, b) => (a.keyId < b.keyId ? -1 : 1));
  const { rows } = await db.query(
    prepared(
      `select window_started_at, window_used, granted, decided_at
       from unnest($1::text[], $2::timestamptz[], $3::int[], $4::int[], $5::int[])
         with ordinality as s (key_id, window_started_at_known, spent, wanted, key_limit, n)
       cross join lateral spend_requests(key_id, window_started_at_known, spent, wanted, key_limit)
       order by n`,
      [
        sorted.map(({ keyId }) => keyId),
        sorted.map(({ window }) => window ?? null),
        sorted.map(({ spent }) => spent),
        sorted.map(({ wanted }) => wanted),
        sorted.map(({ limit }) => limit),
      ],
    ),
  );
  const grants = new Map(rows.map((row, i) => [sorted[i]!, toGrant(row)]));
  return spendings.map((spending) => grants.get(spending)!);
}

// biome-ignore lint/suspicious/noExplicitAny: rows come untyped from the database; this function gives them their type
function toGrant(row: any): Grant {
  return { startedAt: row.window_started_at, used: row.window_used, granted: row.granted, now: row.decided_at };
}

/** Deletes windows that ended long ago. */
export async function forgetWindows(db: Queryable): Promise<void> {
  await db.query(`delete from rate_windows where started_at < now() - interval '1 hour'`);
}
