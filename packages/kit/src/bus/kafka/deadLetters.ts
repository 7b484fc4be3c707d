import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Admin, Kafka, KafkaMessage } from 'kafkajs';
import type { Logger } from '../../process/log.ts';
import { withAdmin } from './kafkaClient.ts';
import { startConsumer } from './startConsumer.ts';

const PATIENCE_MS = 10_000;

/** A message in a dead-letter topic, and where it stands there. */
export interface ParkedMessage {
  name: string;
  partition: number;
  offset: bigint;
  message: KafkaMessage;
}

/**
 * The first of each partition of these topics, at most `limit` of each and in the order of their offsets. They hold
 * nothing but what nobody has replayed.
 */
export async function readParked(
  kafka: Kafka,
  names: string[],
  limit: number,
  prefix: string,
  log: Logger,
): Promise<ParkedMessage[]> {
  const unread = await withAdmin(kafka, (admin) => unreadPartitions(admin, names));
  if (unread.size === 0) return [];
  const found: ParkedMessage[] = [];
  const all = Promise.withResolvers<void>();
  const reader = await startConsumer(
    kafka,
    {
      groupId: `${prefix}dlq.${randomUUID()}`,
      topics: names.filter((name) => [...unread.keys()].some((place) => place.startsWith(`${name}/`))),
      fromBeginning: true,
      run: {
        autoCommit: false,
        async eachBatch({ batch }) {
          const { topic: name, partition } = batch;
          for (const message of batch.messages) {
            found.push({ name, partition, offset: BigInt(message.offset), message });
          }
          const read = found.filter((one) => one.name === name && one.partition === partition);
          const end = unread.get(`${name}/${partition}`) ?? 0n;
          if (read.length >= limit || read.at(-1)!.offset + 1n >= end) unread.delete(`${name}/${partition}`);
          if (unread.size === 0) all.resolve();
        },
      },
    },
    log,
  );
  // What another process takes away meanwhile never comes.
  await Promise.race([all.promise, sleep(PATIENCE_MS, undefined, { ref: false })]);
  await reader.stop();
  return firstOfEach(found, limit);
}

/**
 * By offset alone: timestamps are the clocks of several producers. Who takes out what it replayed takes out all before it
 * (`removeParked`), so nothing may be left out in between. A reader that had to begin anew has found some twice.
 */
export function firstOfEach(found: ParkedMessage[], limit: number): ParkedMessage[] {
  const partitions = Map.groupBy(found, ({ name, partition }) => `${name}/${partition}`);
  return [...partitions.values()].flatMap((read) => {
    const byOffset = new Map(read.map((one) => [one.offset, one]));
    const inOrder = [...byOffset.values()].sort((a, b) => (a.offset < b.offset ? -1 : 1));
    return inOrder.slice(0, limit);
  });
}

/** Takes out the first of a topic, up to and with these (`readParked`). */
export async function removeParked(admin: Admin, name: string, parked: ParkedMessage[]): Promise<void> {
  const behind = new Map<number, bigint>();
  for (const { partition, offset } of parked) {
    behind.set(
      partition,
      [behind.get(partition) ?? 0n, offset + 1n].reduce((a, b) => (a > b ? a : b)),
    );
  }
  const partitions = [...behind].map(([partition, offset]) => ({ partition, offset: String(offset) }));
  await admin.fetchTopicOffsets(name); // without it kafkajs does not know the topic
  await admin.deleteTopicRecords({ topic: name, partitions });
}

/** `topic/partition` → the offset behind its last message, of those that are not empty. */
async function unreadPartitions(admin: Admin, names: string[]): Promise<Map<string, bigint>> {
  const unread = new Map<string, bigint>();
  for (const name of names) {
    for (const { partition, low, high } of await admin.fetchTopicOffsets(name)) {
      if (BigInt(high) > BigInt(low)) unread.set(`${name}/${partition}`, BigInt(high));
    }
  }
  return unread;
}
