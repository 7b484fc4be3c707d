import type { Queryable } from '../db/db.ts';
import type { Logger } from '../process/log.ts';
import type { BusMessage, Consumer } from './bus.ts';
import { deliver } from './deliver.ts';
import { READ_BATCH, readAfter, saveOffset } from './eventLog.ts';
import { inKeyOrder } from './inKeyOrder.ts';

/**
 * Offsets are saved after each batch and, in a long one, this often; messages redelivered after a crash are harmless.
 */
const SAVE_OFFSET_MS = 1_000;

export interface Handling {
  db: Queryable;
  log: Logger;
  group: string;
  consumer: Consumer;
  /** Messages of other types are skipped. */
  types: ReadonlySet<string> | undefined;
  /** Keys handled at a time; each in order. */
  atOnce: number;
  park(message: BusMessage, error: string): Promise<void>;
  /** The last message of each topic that was handled. Nobody else moves it while this process has the turn. */
  handled: Map<string, number>;
}

/**
 * Handles the next messages of a topic in a group, and saves how far it came, also when it is aborted. Returns whether
 * there may be more.
 */
export async function handleNew(
  { db, log, group, consumer, types, atOnce, park, handled }: Handling,
  topic: string,
  signal: AbortSignal,
): Promise<boolean> {
  const offset = handled.get(topic)!;
  const events = await readAfter(db, topic, offset);
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
  }
  return events.length === READ_BATCH;
}
