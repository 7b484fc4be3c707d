import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Admin, Kafka, KafkaMessage } from 'kafkajs';
import type { Logger } from '../../process/log.ts';
import { withAdmin } from './kafkaClient.ts';
import { startConsumer } from './startConsumer.ts';

const PATIENCE_MS = 10_000;

/** A dead letter with its position in a topic. */
export interface ParkedMessage {
  name: string;
  partition: number;
  offset: bigint;
  message: KafkaMessage;
}

/**
 * Returns the first messages of each partition of these topics, at most `limit` of each, in the order of their offsets.
 * Replayed messages have been deleted from the topics.
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
  // Messages that another process deletes meanwhile never arrive: hence the timeout.
  await Promise.race([all.promise, sleep(PATIENCE_MS, undefined, { ref: false })]);
  await reader.stop();
  return firstOfEach(found, limit);
}

/**
 * Returns the first messages of each partition by offset: timestamps come from the clocks of several producers. No
 * message may be skipped, because removing a replayed message removes all before it (`removeParked`). Duplicates of a
 * reader that had to restart are dropped.
 */
export function firstOfEach(found: ParkedMessage[], limit: number): ParkedMessage[] {
  const partitions = Map.groupBy(found, ({ name, partition }) => `${name}/${partition}`);
  return [...partitions.values()].flatMap((read) => {
    const byOffset = new Map(read.map((one) => [one.offset, one]));
    const inOrder = [...byOffset.values()].sort((a, b) => (a.offset < b.offset ? -1 : 1));
    return inOrder.slice(0, limit);
  });
}

/** Deletes the first messages of a topic, up to and including these messages of `readParked`. */
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

/** Returns `topic/partition` → end offset, for the partitions that are not empty. */
async function unreadPartitions(admin: Admin, names: string[]): Promise<Map<string, bigint>> {
  const unread = new Map<string, bigint>();
  for (const name of names) {
    for (const { partition, low, high } of await admin.fetchTopicOffsets(name)) {
      if (BigInt(high) > BigInt(low)) unread.set(`${name}/${partition}`, BigInt(high));
    }
  }
  return unread;
}
