import { randomUUID } from 'node:crypto';
import type { BusMessage } from '../bus/bus.ts';

/** Returns a message of a key that contains a number, so that tests can check the order. */
export function numbered(key: string, n: number): BusMessage {
  return {
    key,
    eventId: `evt_${randomUUID()}`,
    type: 'counted',
    occurredAt: new Date(),
    traceparent: '',
    value: Buffer.from(String(n)),
  };
}

/** Returns the number in a message. */
export function numberOf(message: BusMessage): number {
  return Number(Buffer.from(message.value).toString());
}

/** Returns the received numbers per key, in order. */
export function numbersByKey(messages: BusMessage[]): Map<string, number[]> {
  const byKey = Map.groupBy(messages, (message) => message.key);
  return new Map([...byKey].map(([key, ofKey]) => [key, ofKey.map(numberOf)]));
}
