import type { BusMessage } from '../bus/bus.ts';
import { ASYNC_COMMIT } from '../db/asyncCommit.ts';
import type { Queryable } from '../db/db.ts';
import { prepared } from '../db/prepared.ts';
import { due } from '../work/failedWork.ts';

/** The signal sent after a commit that wrote to the outbox. */
export const OUTBOX_SIGNAL = 'outbox';

export interface OutboxMessage extends BusMessage {
  topic: string;
}

/** Writes events in the transaction of the change, after the entity's row is locked: ids follow commit order per key. */
export async function appendOutbox(tx: Queryable, messages: OutboxMessage[]): Promise<void> {
  if (messages.length === 0) return;
  await tx.query(
    prepared(
      `insert into outbox (topic, key, event_id, type, value, traceparent, occurred_at)
     select topic, key, event_id, type, value, traceparent, occurred_at
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bytea[], $6::text[], $7::timestamptz[])
       with ordinality as m (topic, key, event_id, type, value, traceparent, occurred_at, n)
     order by n`,
      [
        messages.map((message) => message.topic),
        messages.map((message) => message.key),
        messages.map((message) => message.eventId),
        messages.map((message) => message.type),
        messages.map((message) => Buffer.from(message.value)),
        messages.map((message) => message.traceparent),
        messages.map((message) => message.occurredAt),
      ],
    ),
  );
}

export interface StoredMessage extends OutboxMessage {
  id: number;
}

/** The loop that publishes the outbox, as operators see it: its work is parked by the id of a row. */
export const RELAY = 'relay';

/** What the bus refused is left out. The limit is no parameter, so that the plan is made once: not knowing it, PostgreSQL would plan anew each time. */
export async function readOutbox(db: Queryable, limit: number): Promise<StoredMessage[]> {
  const { rows } = await db.query(
    prepared(
      `select id, topic, key, event_id, type, value, traceparent, occurred_at from outbox
       where ${due(RELAY, 'id::text')} order by id limit ${limit}`,
      [],
    ),
  );
  return rows.map((row) => ({
    id: row.id,
    topic: row.topic,
    key: row.key,
    eventId: row.event_id,
    type: row.type,
    value: row.value,
    traceparent: row.traceparent,
    occurredAt: row.occurred_at,
  }));
}

/**
 * After a crash they may be there again, and are published once more. The subquery hides how many they are: PostgreSQL would
 * plan anew for each number.
 */
export async function removeFromOutbox(db: Queryable, ids: number[]): Promise<void> {
  await db.query(
    prepared(`delete from outbox where id = any(array(select unnest($1::bigint[]))) and ${ASYNC_COMMIT}`, [ids]),
  );
}
