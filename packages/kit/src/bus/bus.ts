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
   * A group starts at the topic's first message. A message that keeps failing is parked in `<topic>.<group>.dlq`; once
   * replayed, the group alone hears it again.
   */
  consume(topic: string, group: string, consumer: Consumer): Promise<Subscription>;
  /** Everything from now on, to every caller; `onGap` when something may have been missed. */
  tail(topic: string, listener: (message: BusMessage) => void, onGap: () => void): Promise<Subscription>;
  /** What groups gave up on and nobody has replayed, oldest first, of all topics. */
  deadLetters(limit: number): Promise<DeadLetter[]>;
  /** Gives a group's oldest dead letters to it again; answers how many. */
  replay(topic: string, group: string, limit: number): Promise<number>;
  stop(): Promise<void>;
}

/** A message that a group could not work on. */
export interface DeadLetter {
  topic: string;
  group: string;
  message: BusMessage;
  /** What the consumer said last. */
  error: string;
}

/** Where a group's messages that keep failing are parked, to be read and replayed by an operator. */
export function deadLetterTopic(topic: string, group: string): string {
  return `${topic}.${group}.dlq`;
}

/** Where a group hears what was replayed for it alone. */
export function retryTopic(topic: string, group: string): string {
  return `${topic}.${group}.retry`;
}

/** The topic and group of a dead-letter topic; a group's name has no dot. */
export function parseDeadLetterTopic(name: string): { topic: string; group: string } | undefined {
  const [, topic, group] = /^(.+)\.([^.]+)\.dlq$/.exec(name) ?? [];
  return topic && group ? { topic, group } : undefined;
}
