import { newId } from '../ids.ts';
import type { OutboxMessage } from './outbox.ts';

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
