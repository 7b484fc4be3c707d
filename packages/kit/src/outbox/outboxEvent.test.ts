import { expect, it } from 'vitest';
import { outboxEvent } from './outbox.ts';

const json = { encode: (event: object) => ({ finish: () => Buffer.from(JSON.stringify(event)) }) };

it('gives the message the same id, type and time as the encoded event', () => {
  const occurredAt = new Date('2026-01-01T00:00:00Z');
  const envelope = { topic: 'things.events.v1', key: 'thing_1', occurredAt, traceparent: '' };
  const { value, ...message } = outboxEvent(json, envelope, { type: 'CHANGED', thing: 1 });
  expect(message).toEqual({ ...envelope, type: 'CHANGED', eventId: expect.stringMatching(/^evt_/) });
  const { eventId } = message;
  const told = { eventId, type: 'CHANGED', occurredAt: occurredAt.toISOString(), thing: 1 };
  expect(JSON.parse(String(value))).toEqual(told);
});
