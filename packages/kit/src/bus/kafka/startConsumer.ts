import { setTimeout as sleep } from 'node:timers/promises';
import type { Consumer, ConsumerRunConfig, Kafka } from 'kafkajs';
import type { Logger } from '../../process/log.ts';
import type { Subscription } from '../bus.ts';

/** A member that is silent for this long is considered dead, and its partitions go to others. */
const SESSION_TIMEOUT_MS = 15_000;
/** Heartbeat interval; also how soon a member learns that another joined or left. */
export const HEARTBEAT_MS = 1_000;
/** Longest time that an idle fetch stays open, and that a stop may have to wait. New messages are returned at once. */
const FETCH_WAIT_MS = 250;
const PAUSE_AFTER_CRASH_MS = 1_000;
/** How long a member tries to leave its group. It cannot leave while the brokers are unavailable; its session then expires. */
const LEAVE_MS = 10_000;

export interface ConsumerSpec {
  groupId: string;
  topics: string[];
  fromBeginning: boolean;
  run: ConsumerRunConfig;
  /** Called after every join, including the first, once the read position is determined. */
  onJoin?: () => void;
}

/** Starts a member of a consumer group that runs until it is stopped. Resolves once the member is reading. */
export async function startConsumer(kafka: Kafka, spec: ConsumerSpec, log: Logger): Promise<Subscription> {
  const { groupId, topics, fromBeginning, run, onJoin = () => {} } = spec;
  const reading = Promise.withResolvers<void>();
  let stopped = false;
  let current: Consumer;

  async function begin(): Promise<void> {
    const consumer = createConsumer(kafka, groupId);
    current = consumer;
    whenPlaced(consumer, () => {
      onJoin();
      reading.resolve();
    });
    consumer.on(consumer.events.CRASH, ({ payload: { error, restart } }) => {
      log.warn({ err: error, groupId }, 'consumer failed; restarting');
      if (!restart) void beginAgain();
    });
    await consumer.connect();
    await consumer.subscribe({ topics, fromBeginning });
    await consumer.run(run);
  }

  /** Restarts the consumer after errors after which kafkajs does not restart it itself. */
  async function beginAgain(): Promise<void> {
    while (!stopped) {
      await sleep(PAUSE_AFTER_CRASH_MS);
      if (stopped) return;
      try {
        return await begin();
      } catch (error) {
        log.warn({ err: error, groupId }, 'consumer did not start');
        await current.disconnect().catch(() => {});
      }
    }
  }

  async function stop(): Promise<void> {
    stopped = true;
    reading.resolve();
    if (!(await leaveGroup(current))) log.warn({ groupId }, 'consumer did not leave its group in time');
  }

  try {
    await begin();
  } catch (error) {
    await stop();
    throw error;
  }
  await reading.promise;
  return { stop };
}

function createConsumer(kafka: Kafka, groupId: string): Consumer {
  return kafka.consumer({
    groupId,
    sessionTimeout: SESSION_TIMEOUT_MS,
    heartbeatInterval: HEARTBEAT_MS,
    maxWaitTimeInMs: FETCH_WAIT_MS,
    allowAutoTopicCreation: false,
  });
}

/**
 * Calls `onPlaced` after every join, once the consumer's position is determined: by the first fetch that starts after
 * the join and ends without another join. A fetch that fails rejoins and then ends like any other.
 */
function whenPlaced(consumer: Consumer, onPlaced: () => void): void {
  let state: 'joined' | 'fetching' | 'reading' = 'joined';
  consumer.on(consumer.events.GROUP_JOIN, () => {
    state = 'joined';
  });
  consumer.on(consumer.events.FETCH_START, () => {
    if (state === 'joined') state = 'fetching';
  });
  consumer.on(consumer.events.FETCH, () => {
    if (state !== 'fetching') return;
    state = 'reading';
    onPlaced();
  });
}

/** Returns whether the consumer left its group in time. If not, its session expires. */
async function leaveGroup(consumer: Consumer): Promise<boolean> {
  const left = consumer.disconnect().then(() => true);
  const inTime = await Promise.race([left, sleep(LEAVE_MS, false, { ref: false })]);
  if (!inTime) left.catch(() => {});
  return inTime;
}
