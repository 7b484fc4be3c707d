import type { Bus } from '../bus/bus.ts';
import type { Queryable } from '../db/db.ts';
import { createSessionLock } from '../db/sessionLock.ts';
import type { Signals } from '../db/signals.ts';
import type { Logger } from '../process/log.ts';
import type { Loop } from '../process/loop.ts';
import { inBatchSpan, SpanKind } from '../telemetry/spans.ts';
import { parkWork } from '../work/failedWork.ts';
import { startWokenLoop } from '../work/startWokenLoop.ts';
import { observeOutbox } from './observeOutbox.ts';
import { OUTBOX_SIGNAL, RELAY, readOutbox, removeFromOutbox, type StoredMessage } from './outbox.ts';
import { relayPass } from './relay.ts';

const SAFETY_POLL_MS = 1_000;

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
    intervalMs: SAFETY_POLL_MS,
    log,
    signals,
    wokenBy: OUTBOX_SIGNAL,
    onStopped: turn.release,
    pass: async () => {
      const db = await turn.take();
      if (db && db !== mine) await readByIndex(db);
      mine = db;
      if (!db) return false;
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

/** Tries of a message that the bus refuses by itself, one a second or so; then it is put aside. */
const MAX_TRIES = 5;

/** Parks a message that was refused often enough, where operators see and replay it. */
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
 * The plan of the reading statement is made once, usually while the outbox is empty. PostgreSQL would then read all of the table for
 * ever, also the pages of what was removed: seven times the cost under load (measured).
 */
async function readByIndex(db: Queryable): Promise<void> {
  await db.query('set enable_seqscan = off');
}
