import { isAbortError } from 'abort-controller-x';
import type { BusMessage } from '../bus/bus.ts';
import { isOutage } from '../errors/fault.ts';
import type { StoredMessage } from './outbox.ts';

/** What a relay pass works with: the outbox and the bus, or models of them. */
export interface RelayPorts {
  read(limit: number): Promise<StoredMessage[]>;
  publish(topic: string, messages: BusMessage[]): Promise<void>;
  remove(ids: number[]): Promise<void>;
  /** A message was not published by itself either. Returns whether it was put aside, where operators see it; else it is tried again. */
  refused(message: StoredMessage, error: unknown): Promise<boolean>;
}

const BATCH = 500;

/**
 * Publishes one batch and only then removes it: a crash in between duplicates messages but never loses one, and keeps
 * the outbox's order per key. A batch that the bus refuses goes message by message, so that one that it never takes is put aside and holds
 * up the others for some tries only. Returns whether there may be more.
 */
export async function relayPass(ports: RelayPorts, batch = BATCH): Promise<boolean> {
  const messages = await ports.read(batch);
  const done: number[] = [];
  for (const [topic, ofTopic] of Map.groupBy(messages, (message) => message.topic)) {
    try {
      await ports.publish(topic, ofTopic);
      done.push(...ofTopic.map(({ id }) => id));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      await publishOneByOne(ports, topic, ofTopic, done);
    }
  }
  if (done.length > 0) await ports.remove(done);
  return messages.length === batch;
}

/** Ids of what was published go into `done`, or are removed before the first error. What is put aside stays, and is not read again. */
async function publishOneByOne(
  { publish, remove, refused }: RelayPorts,
  topic: string,
  messages: StoredMessage[],
  done: number[],
): Promise<void> {
  for (const message of messages) {
    try {
      await publish(topic, [message]);
      done.push(message.id);
    } catch (error) {
      if (isRefusal(error) && (await refused(message, error))) continue;
      if (done.length > 0) await remove(done);
      throw error;
    }
  }
}

/** Whether the bus lives and does not take what it was given. */
function isRefusal(error: unknown): boolean {
  return !isAbortError(error) && !isOutage(error);
}
