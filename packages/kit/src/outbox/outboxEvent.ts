import { newId } from '../ids.ts';
import type { OutboxMessage } from './outbox.ts';

/** Where an event goes, and what it belongs to. */
type Envelope = Pick<OutboxMessage, 'topic' | 'key' | 'occurredAt' | 'traceparent'>;

/** The message of a new event: encodes what changed with an id of its own and its time. */
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
