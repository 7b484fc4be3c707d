import type { EachBatchPayload, Kafka } from 'kafkajs';
import type { Queryable } from '../../db/db.ts';
import type { Logger } from '../../process/log.ts';
import { type BusMessage, type Consumer, retryTopic, type Subscription } from '../bus.ts';
import { type Handling, handleNoted } from './handleNoted.ts';
import { fromKafka } from './kafkaMessage.ts';
import { HEARTBEAT_MS, startConsumer } from './startConsumer.ts';

/** Offsets are committed after each batch, and within a long batch at this interval. */
const COMMIT_INTERVAL_MS = 1_000;
/** Events recorded as begun with one statement. After a crash, this many are handled one by one. */
const NOTED_TOGETHER = 100;
/** More than one, so that a failing message stalls only its own partition. */
const PARTITIONS_AT_ONCE = 4;

export interface GroupSpec {
  topic: string;
  group: string;
  consumer: Consumer;
  /** Messages of other types are skipped. */
  types?: ReadonlySet<string>;
  /** Most messages of one partition that are handled at the same time, each of a different key. */
  atOnce?: number;
  /** Prefix of all topics and groups of this deployment. */
  prefix: string;
  park: (message: BusMessage, error: string) => Promise<void>;
  log: Logger;
  /** The database of the service, in which begun messages are recorded. */
  db: Queryable;
  /** Runs messages that may crash the process, one at a time in the whole process. */
  inTurn: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/** Consumes a topic, and messages replayed to the group, as one member of the group. */
export async function consumeGroup(kafka: Kafka, spec: GroupSpec): Promise<Subscription> {
  const { topic, group, atOnce = 1, prefix, log } = spec;
  const stopping = new AbortController();
  const { signal } = stopping;

  async function eachBatch(payload: EachBatchPayload): Promise<void> {
    const { batch, resolveOffset, heartbeat, commitOffsetsIfNecessary, uncommittedOffsets, isRunning, isStale } =
      payload;
    const events = batch.messages.map((raw) => {
      const message = fromKafka(raw);
      return { id: `${batch.partition}/${raw.offset}`, key: message.key, message, offset: raw.offset };
    });
    const goOn = () => {
      if (signal.aborted || !isRunning() || isStale()) throw new NoMore();
    };
    const handling: Handling<(typeof events)[number]> = {
      ...spec,
      atOnce,
      signal,
      work: `consume ${batch.topic}/${group}`,
      goOn,
      onReached: ({ offset }) => resolveOffset(offset),
      async save({ atOnce: now }) {
        await commitOffsetsIfNecessary(now ? uncommittedOffsets() : undefined);
        await heartbeat();
      },
    };
    try {
      for (let from = 0; from < events.length; from += NOTED_TOGETHER) {
        const portion = events.slice(from, from + NOTED_TOGETHER);
        await whileBeating(heartbeat, () => handleNoted(handling, portion));
      }
    } catch (error) {
      if (signal.aborted || error instanceof NoMore) return;
      throw error;
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

/** The partition was assigned to another member, or the consumer stops: the rest of the batch is not handled here. */
class NoMore extends Error {}

/**
 * Sends heartbeats during `work`, which may take longer than a session. Errors of a heartbeat are ignored: the next
 * one reports them again.
 */
async function whileBeating(heartbeat: () => Promise<void>, work: () => Promise<void>): Promise<void> {
  const timer = setInterval(() => void heartbeat().catch(() => {}), HEARTBEAT_MS);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
}
