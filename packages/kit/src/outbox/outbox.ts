import type { BusMessage } from '../bus/bus.ts';
import type { Queryable } from '../db/db.ts';
import { prepared } from '../db/prepared.ts';
import { newId } from '../ids.ts';

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

/** The topic and the key of an event, its time and its trace. */
type Envelope = Pick<OutboxMessage, 'topic' | 'key' | 'occurredAt' | 'traceparent'>;

/** Returns the message of a new event: encodes the change with a new event id and its time. */
export function outboxEvent<Change extends { type: string }>(
  codec: { encode(event: Change & { eventId: string; occurredAt: Date }): { finish(): Uint8Array } },
  envelope: Envelope,
  change: Change,
): OutboxMessage {
  const { occurredAt } = envelope;
  const eventId = newId('evt', occurredAt);
  const value = codec.encode({ ...change, eventId, occurredAt }).finish();
  return { ...envelope, eventId, type: change.type, value };
}
