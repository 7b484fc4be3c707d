import type { Queryable } from '../db/db.ts';
import type { Logger } from '../process/log.ts';
import { MAX_DEATHS } from '../work/begunWork.ts';
import type { BusMessage, Consumer } from './bus.ts';
import { deliver, parkDeadly } from './deliver.ts';
import { type LoggedEvent, markBegun, markInHand, READ_BATCH, readAfter, saveOffset } from './eventLog.ts';
import { inKeyOrder } from './inKeyOrder.ts';

/**
 * Offsets are saved after each batch, and within a long batch at this interval. Messages redelivered after a crash are harmless.
 */
const SAVE_OFFSET_MS = 1_000;

export interface Handling {
  db: Queryable;
  log: Logger;
  group: string;
  consumer: Consumer;
  /** Messages of other types are skipped. */
  types: ReadonlySet<string> | undefined;
  /** Most keys handled at the same time; the messages of each key are handled in order. */
  atOnce: number;
  park(message: BusMessage, error: string): Promise<void>;
  /** The last handled message of each topic. Only this process advances it while it holds the lock. */
  handled: Map<string, number>;
  /** The last message of each topic that the previous process had begun, if that process crashed before the end. */
  inHand: Map<string, number>;
}

/**
 * Handles the next messages of a topic in a group. Saves how far it has come, also when it is aborted. Returns true if
 * there may be more.
 */
export async function handleNew(handling: Handling, topic: string, signal: AbortSignal): Promise<boolean> {
  const { db, types, handled, inHand } = handling;
  const events = await readAfter(db, topic, handled.get(topic)!);
  const left = events.filter(({ id }) => id <= (inHand.get(topic) ?? 0));
  if (left.length > 0) return await handleLeft(handling, topic, left, signal);
  const last = events.findLast(({ message }) => !types || types.has(message.type));
  if (last) await markInHand(db, topic, handling.group, last.id);
  return await handleTogether(handling, topic, events, signal);
}

/**
 * Handles messages that a crashed process had begun, one by one. Each is recorded as begun first: a message that was begun
 * by three crashed processes is dead-lettered.
 */
async function handleLeft(
  { db, log, group, consumer, types, park, handled }: Handling,
  topic: string,
  left: LoggedEvent[],
  signal: AbortSignal,
): Promise<boolean> {
  for (const { id, message } of left) {
    if (signal.aborted) return false;
    if (!types || types.has(message.type)) {
      const deaths = await markBegun(db, topic, group, id);
      if (deaths < MAX_DEATHS - 1) await deliver(message, { consumer, types, signal, log, park });
      // The first process had begun this message together with others, which `deaths` does not count.
      else await parkDeadly(message, deaths + 1, { park, log });
    }
    handled.set(topic, id);
    await saveOffset(db, topic, group, id);
  }
  return true;
}

/** Handles messages, several keys at a time. */
async function handleTogether(
  { db, log, group, consumer, types, atOnce, park, handled }: Handling,
  topic: string,
  events: LoggedEvent[],
  signal: AbortSignal,
): Promise<boolean> {
  const offset = handled.get(topic)!;
  const keyed = events.map(({ id, message }) => ({ id, key: message.key, message }));
  let savedAt = performance.now();
  const handle = async ({ message }: (typeof keyed)[number]) => {
    signal.throwIfAborted();
    await deliver(message, { consumer, types, signal, log, park });
    if (performance.now() - savedAt < SAVE_OFFSET_MS) return;
    savedAt = performance.now();
    await saveOffset(db, topic, group, handled.get(topic)!);
  };
  try {
    await inKeyOrder(keyed, atOnce, handle, ({ id }) => {
      handled.set(topic, id);
    });
  } catch (error) {
    if (!signal.aborted) throw error;
    return false;
  } finally {
    const reached = handled.get(topic)!;
    if (reached > offset) await saveOffset(db, topic, group, reached);
    // This process did not crash, so the messages left over are not suspect: they are no longer marked as begun.
    if (reached < (events.at(-1)?.id ?? 0)) await markInHand(db, topic, group, reached);
  }
  return events.length === READ_BATCH;
}
