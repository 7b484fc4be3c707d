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
  /** Messages of other types are skipped and wake no consumer. By default no type is skipped. */
  types?: ReadonlySet<string>;
  /** Most messages of one partition that a process handles at the same time, each of a different key; 1 by default. */
  atOnce?: number;
  /**
   * Longest pause between two reads of the `postgres` bus while messages keep coming (LoopOptions.maxRestMs): for consumers whose work on
   * several messages together costs less. Kafka's client has its own pauses.
   */
  maxRestMs?: number;
}

/** Carries events between services. Drivers: `postgres` (embedded) and `kafka`. */
export interface Bus {
  /** Returns once the messages are durable. Order is kept per key. */
  publish(topic: string, messages: BusMessage[]): Promise<void>;
  /**
   * Delivers each message at least once, in order per key, to one process of the group at a time. The group's offset
   * advances after the message is handled. A group starts at the topic's first message. A message that keeps failing is
   * dead-lettered to `<topic>.<group>.dlq`; a replay delivers it to that group only.
   */
  consume(topic: string, group: string, consumer: Consumer, options?: ConsumeOptions): Promise<Subscription>;
  /** Delivers all new messages from now on to every caller; calls `onGap` when some may have been missed. */
  tail(topic: string, listener: (message: BusMessage) => void, onGap: () => void): Promise<Subscription>;
  /** Returns dead letters that have not been replayed, of all topics, oldest first. */
  deadLetters(limit: number): Promise<DeadLetter[]>;
  /** Delivers a group's oldest dead letters to the group again. Returns how many. */
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

/** Returns the topic for a group's messages that keep failing; an operator reads and replays them. */
export function deadLetterTopic(topic: string, group: string): string {
  return `${topic}.${group}.dlq`;
}

/** Returns the topic of messages that are replayed to one group. */
export function retryTopic(topic: string, group: string): string {
  return `${topic}.${group}.retry`;
}

/** Returns the topic and group of a dead-letter topic. A group's name has no dot. */
export function parseDeadLetterTopic(name: string): { topic: string; group: string } | undefined {
  const [, topic, group] = /^(.+)\.([^.]+)\.dlq$/.exec(name) ?? [];
  return topic && group ? { topic, group } : undefined;
}
