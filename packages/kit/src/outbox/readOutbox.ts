import type { Queryable } from '../db/db.ts';
import { prepared } from '../db/prepared.ts';
import { ASYNC_COMMIT } from '../db/transaction.ts';
import { due } from '../work/failedWork.ts';
import type { OutboxMessage } from './outbox.ts';

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
