import { openDb } from '../db/db.ts';
import { createSessionLock } from '../db/sessionLock.ts';
import { startSignals } from '../db/signals.ts';
import { startWokenLoop } from '../db/startWokenLoop.ts';
import { transaction } from '../db/transaction.ts';
import type { Logger } from '../process/log.ts';
import { startLoop } from '../process/loop.ts';
import { type Bus, type BusMessage, deadLetterTopic, parseDeadLetterTopic, retryTopic } from './bus.ts';
import {
  append,
  FORGET_BATCH,
  forgetEvents,
  lastEventId,
  markReplayed,
  READ_BATCH,
  readAfter,
  readOffset,
  readParked,
} from './eventLog.ts';
import { handleNew } from './handleNew.ts';

/** Readers poll this often even when no signal wakes them. */
const SAFETY_POLL_MS = 1_000;

const KEPT_DAYS = 7;
const FORGET_EVERY_MS = 3_600_000;

export interface PostgresBusOptions {
  url: string;
  log: Logger;
}

/** The bus of deployments without Kafka: an append-only table in a database of its own. */
export function openPostgresBus({ url, log }: PostgresBusOptions): Bus {
  const db = openDb({ url, name: 'bus', log, max: 4 });
  const signals = startSignals({ url, db, log });
  const subscriptions = new Set<{ stop(): Promise<void> }>();
  const retention = startLoop({
    name: 'bus retention',
    intervalMs: FORGET_EVERY_MS,
    log,
    pass: async () => (await forgetEvents(db, KEPT_DAYS)) === FORGET_BATCH,
  });

  /** A loop that is woken by these signals and stopped with the bus. */
  function follow(
    channels: string[],
    name: string,
    pass: (signal: AbortSignal) => Promise<boolean>,
    onStopped?: () => Promise<unknown>,
  ) {
    const loop = startWokenLoop({
      name,
      intervalMs: SAFETY_POLL_MS,
      log,
      signals,
      wokenBy: channels,
      pass,
      onStopped,
    });
    const subscription = {
      stop: async () => {
        subscriptions.delete(subscription);
        await loop.stop();
      },
    };
    subscriptions.add(subscription);
    return subscription;
  }

  const publish = async (topic: string, messages: BusMessage[], error?: string) => {
    await append(db, topic, messages, error);
    signals.send(topic);
    for (const type of new Set(messages.map((message) => message.type))) signals.send(typeChannel(topic, type));
  };

  return {
    publish,

    async consume(topic, group, consumer, { atOnce = 1, types } = {}) {
      const park = (message: BusMessage, error: string) => publish(deadLetterTopic(topic, group), [message], error);
      // One reader per group; the others are on standby.
      const turn = createSessionLock(url, `consume ${topic}/${group}`);
      const retries = retryTopic(topic, group);
      let retriesAt = 0;
      const channels = types ? [...types].map((type) => typeChannel(topic, type)) : [topic];
      const handled = new Map<string, number>();
      let holder: unknown;
      const handling = { db, log, group, consumer, types, atOnce, park, handled };
      return follow(
        channels,
        `consume ${topic}`,
        async (signal) => {
          const mine = await turn.take();
          if (!mine) return false;
          if (mine !== holder) {
            for (const from of [topic, retries]) handled.set(from, await readOffset(db, from, group));
          }
          holder = mine;
          // No further message once this process is stopping or another holds the lock.
          const working = AbortSignal.any([signal, turn.lost]);
          const more = await handleNew(handling, topic, working);
          if (performance.now() < retriesAt) return more;
          // They are rare, and each look costs as much as one that finds an event.
          const moreRetries = await handleNew(handling, retries, working);
          retriesAt = moreRetries ? 0 : performance.now() + SAFETY_POLL_MS;
          return more || moreRetries;
        },
        turn.release,
      );
    },

    async deadLetters(limit) {
      const parked = await readParked(db, undefined, limit);
      return parked.flatMap(({ topic, message, error }) => {
        const name = parseDeadLetterTopic(topic);
        return name ? [{ ...name, message, error }] : [];
      });
    },

    // The group finds them at its next look, within seconds.
    replay(topic, group, limit) {
      return transaction(db, async (tx) => {
        const parked = await readParked(tx, deadLetterTopic(topic, group), limit);
        const ours = await markReplayed(
          tx,
          parked.map(({ id }) => id),
        );
        const messages = parked.filter(({ id }) => ours.has(id)).map(({ message }) => message);
        if (messages.length > 0) await append(tx, retryTopic(topic, group), messages);
        return messages.length;
      });
    },

    async tail(topic, listener, onGap) {
      let last = await lastEventId(db, topic);
      return follow([topic], `tail ${topic}`, async () => {
        const events = await readAfter(db, topic, last).catch((error) => {
          onGap();
          throw error;
        });
        for (const { id, message } of events) {
          last = id;
          try {
            listener(message);
          } catch (error) {
            log.error({ err: error, topic, event_id: message.eventId }, 'listener failed');
          }
        }
        return events.length === READ_BATCH;
      });
    },

    async stop() {
      await Promise.all([retention, ...subscriptions].map((started) => started.stop()));
      await signals.stop();
      await db.end();
    },
  };
}

/** Wakes consumers that asked for this type only. What wakes nobody costs a pass of each consumer a second, not of each event. */
function typeChannel(topic: string, type: string): string {
  return `${topic}/${type}`;
}
