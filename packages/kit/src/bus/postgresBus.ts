import { openDb, type Queryable } from '../db/db.ts';
import { createSessionLock } from '../db/sessionLock.ts';
import { startSignals } from '../db/signals.ts';
import { transaction } from '../db/transaction.ts';
import type { Logger } from '../process/log.ts';
import { startLoop } from '../process/loop.ts';
import { startWokenLoop, UNLESS_WOKEN, type WokenLoopOptions } from '../work/startWokenLoop.ts';
import { type Bus, type BusMessage, deadLetterTopic, parseDeadLetterTopic, retryTopic } from './bus.ts';
import { append, markReplayed, PURGE_BATCH, purgeEvents, readParked } from './eventLog.ts';
import { groupReader } from './groupReader.ts';
import { createSubscriptions } from './subscriptions.ts';
import { tailReader } from './tailReader.ts';

const KEPT_DAYS = 7;
const PURGE_EVERY_MS = 3_600_000;

export interface PostgresBusOptions {
  url: string;
  log: Logger;
}

/** Opens the bus of deployments without Kafka: an append-only table in a separate database. */
export function openPostgresBus({ url, log }: PostgresBusOptions): Bus {
  const db = openDb({ url, name: 'bus', log, max: 4 });
  const signals = startSignals({ url, db, log });
  const subscriptions = createSubscriptions();
  const retention = startLoop({
    name: 'bus retention',
    intervalMs: PURGE_EVERY_MS,
    log,
    pass: async () => (await purgeEvents(db, KEPT_DAYS)) === PURGE_BATCH,
  });

  /** Starts a loop that signals wake and that stops with the bus. */
  const follow = (reader: Pick<WokenLoopOptions, 'name' | 'wokenBy' | 'pass' | 'onStopped' | 'maxRestMs'>) =>
    subscriptions.keep(startWokenLoop({ ...reader, ...UNLESS_WOKEN, log, signals }));

  const publish = async (topic: string, messages: BusMessage[], error?: string) => {
    await append(db, topic, messages, error);
    signals.send(topic);
    for (const type of new Set(messages.map((message) => message.type))) signals.send(typeChannel(topic, type));
  };

  return {
    publish,

    async consume(topic, group, consumer, { atOnce = 1, types, maxRestMs } = {}) {
      const name = `consume ${topic}`;
      const news = types ? [...types].map((type) => typeChannel(topic, type)) : [topic];
      const wokenBy = [...news, retryTopic(topic, group)];
      const turn = createSessionLock(url, `consume ${topic}/${group}`);
      const park = (message: BusMessage, error: string) => publish(deadLetterTopic(topic, group), [message], error);
      const handling = { db, log, group, consumer, types, atOnce, park, handled: new Map(), inHand: new Map() };
      return follow({ name, wokenBy, maxRestMs, pass: groupReader(topic, turn, handling), onStopped: turn.release });
    },

    async tail(topic, listener, onGap) {
      const pass = await tailReader({ db, log, topic, listener, onGap });
      return follow({ name: `tail ${topic}`, wokenBy: topic, pass });
    },

    async deadLetters(limit) {
      const parked = await readParked(db, undefined, limit);
      return parked.flatMap(({ topic, message, error }) => {
        const name = parseDeadLetterTopic(topic);
        return name ? [{ ...name, message, error }] : [];
      });
    },

    async replay(topic, group, limit) {
      const replayed = await transaction(db, (tx) => replayOldest(tx, topic, group, limit));
      signals.send(retryTopic(topic, group));
      return replayed;
    },

    async stop() {
      await Promise.all([retention.stop(), subscriptions.stopAll()]);
      await signals.stop();
      await db.end();
    },
  };
}

/**
 * Returns a channel that wakes only consumers of this type. Events without listeners cost one poll per consumer
 * (UNLESS_WOKEN), not one per event.
 */
function typeChannel(topic: string, type: string): string {
  return `${topic}/${type}`;
}

/** Appends a group's oldest dead letters to its retries. Returns how many. */
async function replayOldest(tx: Queryable, topic: string, group: string, limit: number): Promise<number> {
  const parked = await readParked(tx, deadLetterTopic(topic, group), limit);
  const ours = await markReplayed(
    tx,
    parked.map(({ id }) => id),
  );
  const messages = parked.filter(({ id }) => ours.has(id)).map(({ message }) => message);
  if (messages.length > 0) await append(tx, retryTopic(topic, group), messages);
  return messages.length;
}
