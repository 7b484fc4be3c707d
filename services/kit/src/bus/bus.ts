/** An event as it travels: the value is protobuf and carries the whole entity as it now is. */
export interface BusMessage {
  /** Entity id; messages of one key stay in order. */
  key: string;
  eventId: string;
  type: string;
  occurredAt: Date;
  traceparent: string;
  value: Uint8Array;
}

export interface Subscription {
  stop(): Promise<void>;
}

/** Works on one message; must be harmless to repeat (see inbox). */
export type Consumer = (message: BusMessage, signal: AbortSignal) => Promise<void>;

/** State changes on their way between services. Drivers: `postgres` (embedded) and `kafka`. */
export interface Bus {
  /** Durable when it returns; order is kept per key. */
  publish(topic: string, messages: BusMessage[]): Promise<void>;
  /**
   * At least once, in order per key, to one process of the group at a time; the group's offset grows after the effect.
   * A group starts at the topic's first message. A message that keeps failing is parked in `<topic>.<group>.dlq`.
   */
  consume(topic: string, group: string, consumer: Consumer): Promise<Subscription>;
  /** Everything from now on, to every caller; `onGap` when something may have been missed. */
  tail(topic: string, listener: (message: BusMessage) => void, onGap: () => void): Promise<Subscription>;
  stop(): Promise<void>;
}

/** Where a group's messages that keep failing are parked, to be read and replayed by an operator. */
export function deadLetterTopic(topic: string, group: string): string {
  return `${topic}.${group}.dlq`;
}
