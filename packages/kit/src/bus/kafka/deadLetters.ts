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

/** What stands in these topics, oldest first. They hold nothing but what nobody has replayed. */
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
          const messages = batch.messages.map((message) => ({
            name,
            partition,
            offset: BigInt(message.offset),
            message,
          }));
          found.push(...messages);
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
  return found.sort((a, b) => Number(a.message.timestamp) - Number(b.message.timestamp)).slice(0, limit);
}

/** Takes out the first of a topic, up to and with these; what came in between them is gone too. */
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
