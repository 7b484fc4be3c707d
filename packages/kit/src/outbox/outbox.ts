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

/** Writes events in the transaction of the change, after the row of the entity is locked: ids follow the commit order per key. */
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

/** The name of the relay's loop for operators. Its dead-lettered work items are row ids. */
export const RELAY = 'relay';

/**
 * Returns the next messages, without those that the bus refused. The limit is a constant, not a parameter: with an
 * unknown limit PostgreSQL would plan each read again.
 */
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
 * Removes published messages. A crash of the server may restore them; they are then published once more. The subquery hides
 * the number of ids: otherwise PostgreSQL would plan again for each number.
 */
export async function removeFromOutbox(db: Queryable, ids: number[]): Promise<void> {
  await db.query(
    prepared(`delete from outbox where id = any(array(select unnest($1::bigint[]))) and ${ASYNC_COMMIT}`, [ids]),
  );
}
