import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Logger } from '../process/log.ts';
import { startLoop } from '../process/loop.ts';
import type { Db } from './db.ts';

/** At most one NOTIFY per process in this time, and one wake-up of its own listeners; the first after a pause is sent at once. */
const COALESCE_MS = 5;

/** How often a lost listening connection is retried. */
const RECONNECT_MS = 500;

export interface SignalsOptions {
  /** A direct connection: a pooler in transaction mode loses LISTEN. */
  url: string;
  db: Db;
  log: Logger;
}

export interface Signals {
  /** Wakes the listeners of all processes; call it after the commit, never inside the transaction (8× slower). */
  send(channel: string): void;
  on(channel: string, listener: () => void): () => void;
  stop(): Promise<void>;
}

/**
 * Wake-ups between processes over LISTEN/NOTIFY. A wake-up is a hint that may be lost (every listener also polls);
 * listeners are woken once when they start to listen, and after every reconnect.
 */
export function startSignals({ url, db, log }: SignalsOptions): Signals {
  const listeners = new Map<string, Set<() => void>>();
  const waiting = new Set<string>();
  let notifiedAt = Number.NEGATIVE_INFINITY;
  /** Payload of the notifications of this process, whose own listeners need no way through the database. */
  const sender = randomUUID();
  let client: pg.Client | undefined;

  const wake = (channel: string) => {
    for (const listener of listeners.get(channel) ?? []) listener();
  };

  /** One statement at a time on the connection. */
  let lastListen: Promise<unknown> = Promise.resolve();
  const listen = (on: pg.Client, channel: string) => {
    const turn = lastListen.catch(() => {}).then(() => on.query(`listen ${pg.escapeIdentifier(channel)}`));
    lastListen = turn;
    return turn;
  };

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      connectionString: url,
      application_name: 'signals',
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: 20_000,
    });
    fresh.on('error', () => fresh.end().catch(() => {}));
    fresh.on('end', () => {
      // A connection that never worked is retried at the loop's interval.
      if (client !== fresh) return;
      client = undefined;
      reconnect.wake();
    });
    fresh.on('notification', ({ channel, payload }) => {
      if (payload !== sender) wake(channel);
    });
    try {
      await fresh.connect();
      // The iteration of a Map also visits the channels that are added while it waits.
      for (const channel of listeners.keys()) await listen(fresh, channel);
    } catch (error) {
      fresh.end().catch(() => {});
      throw error;
    }
    client = fresh;
    for (const channel of listeners.keys()) wake(channel);
  }

  const reconnect = startLoop({
    name: 'signals',
    intervalMs: RECONNECT_MS,
    log,
    pass: async () => {
      if (!client) await connect();
    },
  });

  /** All channels in one transaction: each transaction costs a commit in which notifiers wait for each other. */
  function notify(): void {
    const channels = [...waiting];
    waiting.clear();
    notifiedAt = performance.now();
    channels.forEach(wake);
    const statements = channels.map((channel) => `notify ${pg.escapeIdentifier(channel)}, '${sender}'`);
    db.query(statements.join(';')).catch((error) => {
      log.debug({ err: error, channels }, 'wake-up lost');
    });
  }

  return {
    send(channel) {
      if (waiting.size === 0) {
        const early = notifiedAt + COALESCE_MS - performance.now();
        if (early > 0) setTimeout(notify, early).unref();
        else setImmediate(notify).unref();
      }
      waiting.add(channel);
    },
    on(channel, listener) {
      const existing = listeners.get(channel);
      if (existing) existing.add(listener);
      else {
        listeners.set(channel, new Set([listener]));
        const current = client;
        if (current) {
          listen(current, channel).then(
            () => wake(channel),
            () => current.end().catch(() => {}),
          );
        }
      }
      return () => listeners.get(channel)?.delete(listener);
    },
    async stop() {
      await reconnect.stop();
      await client?.end().catch(() => {});
    },
  };
}
