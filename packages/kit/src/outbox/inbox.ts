import type { Queryable } from '../db/db.ts';
import { deleteRows } from '../db/deleteRows.ts';
import { prepared } from '../db/prepared.ts';

/** How long an event id is kept: longer than the bus keeps the event. */
const KEPT_DAYS = 14;

/**
 * Records in the inbox that a group handles these events, in the transaction of their effects. Returns the ids of new
 * events. The others are duplicate deliveries, whose effects are committed already and must not be repeated.
 */
export async function recordDeliveries(tx: Queryable, group: string, eventIds: string[]): Promise<Set<string>> {
  const { rows } = await tx.query(
    prepared(
      `insert into inbox (consumer_group, event_id)
       select $1, id from unnest($2::text[]) as e (id) order by id
       on conflict do nothing
       returning event_id`,
      [group, eventIds],
    ),
  );
  return new Set(rows.map((row) => row.event_id));
}

export async function purgeDeliveries(db: Queryable, signal?: AbortSignal): Promise<void> {
  await deleteRows(db, 'inbox', 'received_at < now() - make_interval(days => $1)', [KEPT_DAYS], { signal });
}
