import type { IHeaders, KafkaMessage, Message } from 'kafkajs';
import type { BusMessage } from '../bus.ts';

/** Encodes an event as a Kafka message. The metadata is in headers, so that the value need not be parsed. */
export function toKafka(message: BusMessage, error?: string): Message {
  const { key, eventId, type, occurredAt, traceparent, value } = message;
  return {
    key,
    value: Buffer.from(value),
    headers: {
      'event-id': eventId,
      type,
      'occurred-at': occurredAt.toISOString(),
      traceparent,
      ...(error === undefined ? {} : { error }),
    },
  };
}

export function fromKafka({ key, value, headers = {} }: KafkaMessage): BusMessage {
  return {
    key: key?.toString() ?? '',
    eventId: header(headers, 'event-id'),
    type: header(headers, 'type'),
    occurredAt: new Date(header(headers, 'occurred-at')),
    traceparent: header(headers, 'traceparent'),
    value: value ?? Buffer.alloc(0),
  };
}

/** Returns why a message was dead-lettered. */
export function errorOf({ headers = {} }: KafkaMessage): string {
  return header(headers, 'error');
}

function header(headers: IHeaders, name: string): string {
  return headers[name]?.toString() ?? '';
}
