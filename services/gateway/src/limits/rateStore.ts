import type { Grant, Spending } from '@rotamer/http/limits/window.ts';
import { type Batcher, createBatcher } from '@rotamer/kit/batching/batcher.ts';
import type { Queryable } from '@rotamer/kit/db/db.ts';
import { prepared } from '@rotamer/kit/db/prepared.ts';

const MAX_KEYS = 500;

/** Counts requests of keys in their shared windows; concurrent calls for many keys become one statement. */
export function createSpending(db: Queryable): Batcher<Spending, Grant> {
  return createBatcher({
    maxInFlight: 1,
    maxItems: MAX_KEYS,
    run: (spendings) => spendTogether(db, spendings),
  });
}

/** Sorted by key: all replicas lock rows in the same order, so they cannot deadlock. */
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
export async function purgeWindows(db: Queryable): Promise<void> {
  await db.query(`delete from rate_windows where started_at < now() - interval '1 hour'`);
}
