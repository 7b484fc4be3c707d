/** An event on the bus: the value is protobuf and carries the whole entity in its current state. */
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

/** Handles one message; must be idempotent (see inbox). */
export type Consumer = (message: BusMessage, signal: AbortSignal) => Promise<void>;

export interface ConsumeOptions {
  /** Messages of other types are skipped, and wake nobody; by default there are none. */
  types?: ReadonlySet<string>;
  /** Messages of different keys that one process may handle at the same time, of one partition; 1 by default. */
  atOnce?: number;
}

/** Carries events between services. Drivers: `postgres` (embedded) and `kafka`. */
export interface Bus {
  /** Durable when it returns; order is kept per key. */
  publish(topic: string, messages: BusMessage[]): Promise<void>;
  /**
   * Delivers at least once, in order per key, to one process of the group at a time; the group's offset advances after
   * the message is handled. A group starts at the topic's first message. A message that keeps failing is parked in
   * `<topic>.<group>.dlq`; when replayed, it is delivered to that group only.
   */
  consume(topic: string, group: string, consumer: Consumer, options?: ConsumeOptions): Promise<Subscription>;
  /** Delivers all messages from now on to every caller; calls `onGap` when some may have been missed. */
  tail(topic: string, listener: (message: BusMessage) => void, onGap: () => void): Promise<Subscription>;
  /** Parked messages that have not been replayed, of all topics, oldest first. */
  deadLetters(limit: number): Promise<DeadLetter[]>;
  /** Delivers a group's oldest dead letters to it again; returns how many. */
  replay(topic: string, group: string, limit: number): Promise<number>;
  stop(): Promise<void>;
}

/** A message that a group failed to handle. */
export interface DeadLetter {
  topic: string;
  group: string;
  message: BusMessage;
  /** The consumer's last error. */
  error: string;
}

/** Where a group's messages that keep failing are parked, to be read and replayed by an operator. */
export function deadLetterTopic(topic: string, group: string): string {
  return `${topic}.${group}.dlq`;
}

/** Carries messages replayed to one group. */
export function retryTopic(topic: string, group: string): string {
  return `${topic}.${group}.retry`;
}

/** The topic and group of a dead-letter topic; a group's name has no dot. */
export function parseDeadLetterTopic(name: string): { topic: string; group: string } | undefined {
  const [, topic, group] = /^(.+)\.([^.]+)\.dlq$/.exec(name) ?? [];
  return topic && group ? { topic, group } : undefined;
}
