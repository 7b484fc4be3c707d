import type { BusMessage } from '../bus/bus.ts';
import type { StoredMessage } from './outbox.ts';

/** What a relay pass works with: the outbox and the bus, or models of them. */
export interface RelayPorts {
  read(limit: number): Promise<StoredMessage[]>;
  publish(topic: string, messages: BusMessage[]): Promise<void>;
  remove(ids: number[]): Promise<void>;
}

const BATCH = 500;

/**
 * Publishes one batch and only then removes it: a crash in between duplicates messages but never loses one, and keeps
 * the outbox's order per key. Returns whether there may be more.
 */
export async function relayPass({ read, publish, remove }: RelayPorts, batch = BATCH): Promise<boolean> {
  const messages = await read(batch);
  for (const [topic, ofTopic] of Map.groupBy(messages, (message) => message.topic)) await publish(topic, ofTopic);
  if (messages.length > 0) await remove(messages.map((message) => message.id));
  return messages.length === batch;
}
