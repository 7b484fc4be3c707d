import { openDb } from '../db/db.ts';
import { createSessionLock } from '../db/sessionLock.ts';
import { startSignals } from '../db/signals.ts';
import { transaction } from '../db/transaction.ts';
import type { Logger } from '../process/log.ts';
import { startLoop } from '../process/loop.ts';
import { type Bus, type BusMessage, deadLetterTopic, parseDeadLetterTopic, retryTopic } from './bus.ts';
import { deliver } from './deliver.ts';
import {
  append,
  FORGET_BATCH,
  forgetEvents,
  lastEventId,
  markReplayed,
  readAfter,
  readOffset,
  readParked,
  saveOffset,
} from './eventLog.ts';
import { inKeyOrder } from './inKeyOrder.ts';

/** Readers poll this often even when no signal wakes them. */
const SAFETY_POLL_MS = 1_000;
const BATCH = 500;

/**
 * Offsets are saved after each batch and, in a long one, this often; messages redelivered after a crash are harmless.
 */
const SAVE_OFFSET_MS = 1_000;

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

  /** A loop that is woken by new events of the topic and stopped with the bus. */
  function follow(
    topic: string,
    name: string,
    pass: (signal: AbortSignal) => Promise<boolean>,
    onStop = async () => {},
  ) {
    const loop = startLoop({ name, intervalMs: SAFETY_POLL_MS, log, pass });
    const off = signals.on(topic, loop.wake);
    const subscription = {
      stop: async () => {
        off();
        subscriptions.delete(subscription);
        await loop.stop();
        await onStop();
      },
    };
    subscriptions.add(subscription);
    return subscription;
  }

  const publish = async (topic: string, messages: BusMessage[], error?: string) => {
    await append(db, topic, messages, error);
    signals.send(topic);
  };

  return {
    publish,

    async consume(topic, group, consumer, { atOnce = 1 } = {}) {
      const park = (message: BusMessage, error: string) => publish(deadLetterTopic(topic, group), [message], error);
      // One reader per group; the others are on standby.
      const turn = createSessionLock(url, `consume ${topic}/${group}`);
      const topics = [topic, retryTopic(topic, group)];
      /** The last message of each topic that was handled. Nobody else moves it while `holder` has the turn. */
      const handled = new Map<string, number>();
      let holder: unknown;

      /** Handles new messages of one topic; returns whether there may be more. */
      async function work(from: string, working: AbortSignal): Promise<boolean> {
        const offset = handled.get(from)!;
        const events = await readAfter(db, from, offset, BATCH);
        const keyed = events.map(({ id, message }) => ({ id, key: message.key, message }));
        let savedAt = performance.now();
        const handle = async ({ message }: (typeof keyed)[number]) => {
          working.throwIfAborted();
          await deliver(message, { consumer, signal: working, log, park });
          if (performance.now() - savedAt < SAVE_OFFSET_MS) return;
          savedAt = performance.now();
          await saveOffset(db, from, group, handled.get(from)!);
        };
        try {
          await inKeyOrder(keyed, atOnce, handle, ({ id }) => {
            handled.set(from, id);
          });
        } catch (error) {
          if (!working.aborted) throw error;
          return false;
        } finally {
          const reached = handled.get(from)!;
          if (reached > offset) await saveOffset(db, from, group, reached);
        }
        return events.length === BATCH;
      }

      return follow(
        topic,
        `consume ${topic}`,
        async (signal) => {
          const mine = await turn.take();
          if (!mine) return false;
          if (mine !== holder) for (const from of topics) handled.set(from, await readOffset(db, from, group));
          holder = mine;
          // No further message once this process is stopping or another holds the lock.
          const working = AbortSignal.any([signal, turn.lost]);
          let more = false;
          for (const from of topics) more = (await work(from, working)) || more;
          return more;
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

    async replay(topic, group, limit) {
      const replayed = await transaction(db, async (tx) => {
        const parked = await readParked(tx, deadLetterTopic(topic, group), limit);
        const ours = await markReplayed(
          tx,
          parked.map(({ id }) => id),
        );
        const messages = parked.filter(({ id }) => ours.has(id)).map(({ message }) => message);
        if (messages.length > 0) await append(tx, retryTopic(topic, group), messages);
        return messages.length;
      });
      // The group is woken by the signal of its topic.
      if (replayed > 0) signals.send(topic);
      return replayed;
    },

    async tail(topic, listener, onGap) {
      let last = await lastEventId(db, topic);
      return follow(topic, `tail ${topic}`, async () => {
        const events = await readAfter(db, topic, last, BATCH).catch((error) => {
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
        return events.length === BATCH;
      });
    },

    async stop() {
      await Promise.all([retention, ...subscriptions].map((started) => started.stop()));
      await signals.stop();
      await db.end();
    },
  };
}
