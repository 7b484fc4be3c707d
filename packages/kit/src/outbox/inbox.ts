import type { Queryable } from '../db/db.ts';
import { deleteRows } from '../db/deleteRows.ts';

/** How long an event id is remembered; longer than the bus keeps the event. */
const KEPT_DAYS = 14;

/**
 * Records in the inbox that a group handles an event, in the transaction of its effect. False: a duplicate delivery;
 * the effect is already done and must not be repeated.
 */
export async function recordDelivery(tx: Queryable, group: string, eventId: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    'insert into inbox (consumer_group, event_id) values ($1, $2) on conflict do nothing',
    [group, eventId],
  );
  return rowCount === 1;
}

export async function forgetDeliveries(db: Queryable, signal?: AbortSignal): Promise<void> {
  await deleteRows(db, 'inbox', 'received_at < now() - make_interval(days => $1)', [KEPT_DAYS], { signal });
}
