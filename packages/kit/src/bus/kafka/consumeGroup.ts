import type { EachBatchPayload, Kafka } from 'kafkajs';
import type { Logger } from '../../process/log.ts';
import { type BusMessage, type Consumer, retryTopic, type Subscription } from '../bus.ts';
import { deliver } from '../deliver.ts';
import { fromKafka } from './kafkaMessage.ts';
import { HEARTBEAT_MS, startConsumer } from './startConsumer.ts';

/** Offsets are committed after each batch and, in a long one, this often. */
const COMMIT_INTERVAL_MS = 1_000;
/** More than one, so that a failing message stalls only its own partition. */
const PARTITIONS_AT_ONCE = 4;

export interface GroupSpec {
  topic: string;
  group: string;
  consumer: Consumer;
  /** Prefix of all topics and groups of this deployment. */
  prefix: string;
  park: (message: BusMessage, error: string) => Promise<void>;
  log: Logger;
}

/** Consumes a topic, and messages replayed to the group, as one member of the group. */
export async function consumeGroup(kafka: Kafka, spec: GroupSpec): Promise<Subscription> {
  const { topic, group, consumer, prefix, park, log } = spec;
  const stopping = new AbortController();
  const { signal } = stopping;

  async function eachBatch(payload: EachBatchPayload): Promise<void> {
    const { batch, resolveOffset, heartbeat, commitOffsetsIfNecessary, isRunning, isStale } = payload;
    for (const message of batch.messages) {
      if (signal.aborted || !isRunning() || isStale()) return;
      try {
        await whileBeating(heartbeat, () => deliver(fromKafka(message), { consumer, signal, log, park }));
      } catch (error) {
        if (signal.aborted) return;
        throw error;
      }
      resolveOffset(message.offset);
      await commitOffsetsIfNecessary();
      await heartbeat();
    }
  }

  const member = await startConsumer(
    kafka,
    {
      groupId: `${prefix}${topic}.${group}`,
      topics: [topic, retryTopic(topic, group)].map((name) => prefix + name),
      fromBeginning: true,
      run: {
        eachBatch,
        eachBatchAutoResolve: false,
        autoCommitInterval: COMMIT_INTERVAL_MS,
        partitionsConsumedConcurrently: PARTITIONS_AT_ONCE,
      },
    },
    log,
  );
  return {
    async stop() {
      stopping.abort();
      await member.stop();
    },
  };
}

/** Handling may take longer than a session. An error of a heartbeat is ignored here: the next one reports it again. */
async function whileBeating(heartbeat: () => Promise<void>, work: () => Promise<void>): Promise<void> {
  const timer = setInterval(() => void heartbeat().catch(() => {}), HEARTBEAT_MS);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
}
