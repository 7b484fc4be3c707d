import { isAbortError } from 'abort-controller-x';
import type { BusMessage } from '../bus/bus.ts';
import { isOutage } from '../errors/fault.ts';
import type { StoredMessage } from './readOutbox.ts';

/** The ports of a relay pass: the outbox and the bus, or models of them. */
export interface RelayPorts {
  read(limit: number): Promise<StoredMessage[]>;
  publish(topic: string, messages: BusMessage[]): Promise<void>;
  remove(ids: number[]): Promise<void>;
  /** Called when publishing a message by itself failed. Returns true when the message was dead-lettered; otherwise it is retried. */
  refused(message: StoredMessage, error: unknown): Promise<boolean>;
}

const BATCH = 500;

/**
 * Publishes one batch and only then removes it: a crash in between duplicates messages but never loses one, and keeps
 * the outbox's order per key. A batch that the bus refuses is published message by message. A message that the bus never
 * accepts is dead-lettered, and blocks the others for a few tries only. Returns true if there may be more.
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

/**
 * Adds the ids of published messages to `done`, or removes them before the first error is thrown. Dead-lettered
 * messages stay in the outbox and are not read again.
 */
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

/** Returns whether the bus is running but refuses the message. */
function isRefusal(error: unknown): boolean {
  return !isAbortError(error) && !isOutage(error);
}
