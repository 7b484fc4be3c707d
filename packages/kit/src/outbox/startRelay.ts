import type { Bus } from '../bus/bus.ts';
import type { Queryable } from '../db/db.ts';
import { createSessionLock } from '../db/sessionLock.ts';
import type { Signals } from '../db/signals.ts';
import type { Logger } from '../process/log.ts';
import { type Loop, STANDBY } from '../process/loop.ts';
import { inBatchSpan, SpanKind } from '../telemetry/spans.ts';
import { parkWork } from '../work/failedWork.ts';
import { startWokenLoop, UNLESS_WOKEN } from '../work/startWokenLoop.ts';
import { observeOutbox } from './observeOutbox.ts';
import { OUTBOX_SIGNAL } from './outbox.ts';
import { RELAY, readOutbox, removeFromOutbox, type StoredMessage } from './readOutbox.ts';
import { relayPass } from './relay.ts';

export interface RelayOptions {
  /** A direct connection: it holds the lock that makes this the only relay of the database. */
  url: string;
  bus: Bus;
  signals: Signals;
  log: Logger;
}

/** Publishes the outbox to the bus. One relay per database is active; the others are on standby. */
export function startRelay({ url, bus, signals, log }: RelayOptions): Loop {
  const turn = createSessionLock(url, 'relay');
  let mine: Queryable | undefined;
  const tries = new Map<number, number>();
  observeOutbox(() => mine);

  return startWokenLoop({
    name: 'relay',
    ...UNLESS_WOKEN,
    log,
    signals,
    wokenBy: OUTBOX_SIGNAL,
    onStopped: turn.release,
    pass: async () => {
      const db = await turn.take();
      if (db && db !== mine) await readByIndex(db);
      mine = db;
      if (!db) return STANDBY;
      return relayPass({
        read: (limit) => readOutbox(db, limit),
        publish: async (topic, messages) => {
          turn.lost.throwIfAborted(); // another relay is active
          await inBatchSpan(
            `publish ${topic}`,
            messages.map(({ traceparent }) => traceparent),
            { kind: SpanKind.PRODUCER },
            () => bus.publish(topic, messages),
          );
        },
        remove: (ids) => {
          for (const id of ids) tries.delete(id);
          return removeFromOutbox(db, ids);
        },
        refused: (message, error) => putAside(db, log, tries, message, error),
      });
    },
  });
}

/** Tries of a message that the bus refuses also by itself, about one a second. Then the message is dead-lettered. */
const MAX_TRIES = 5;

/** Counts refusals of a message, and dead-letters it after the last try. Operators list and replay it. */
async function putAside(
  db: Queryable,
  log: Logger,
  tries: Map<number, number>,
  { id, type }: StoredMessage,
  error: unknown,
): Promise<boolean> {
  const tried = (tries.get(id) ?? 0) + 1;
  tries.set(id, tried);
  if (tried < MAX_TRIES) return false;
  tries.delete(id);
  await parkWork(db, RELAY, String(id), error);
  log.error({ err: error, outbox_id: id, type }, 'event cannot be published; see: npm run admin -- dlq list');
  return true;
}

/**
 * Makes reads of the outbox use its index. The plan of the read is made once, usually while the outbox is empty.
 * PostgreSQL would then always read the whole table, including pages of removed rows: seven times the cost under load (measured).
 */
async function readByIndex(db: Queryable): Promise<void> {
  await db.query('set enable_seqscan = off');
}
