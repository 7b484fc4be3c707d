import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Logger } from '../process/log.ts';
import type { Db } from './db.ts';
import { startListening } from './startListening.ts';

/**
 * A process sends at most one NOTIFY, and wakes its own listeners at most once, in this time. The first after a pause
 * is sent at once.
 */
const COALESCE_MS = 5;

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
  /** Sends what has not been sent yet, and stops listening. */
  stop(): Promise<void>;
}

/**
 * Starts wake-ups between processes over LISTEN/NOTIFY. A wake-up is a hint that may be lost, so every listener also polls.
 * Listeners are woken once when they start to listen, and after every reconnect.
 */
export function startSignals({ url, db, log }: SignalsOptions): Signals {
  const listeners = new Map<string, Set<() => void>>();
  /** Payload of this process's notifications. It identifies them: the process's own listeners are woken without the database. */
  const sender = randomUUID();

  const wake = (channel: string) => {
    for (const listener of listeners.get(channel) ?? []) listener();
  };

  const listening = startListening({
    url,
    log,
    hear: (channel, payload) => {
      if (payload !== sender) wake(channel);
    },
  });

  /** Notifies all channels in one transaction: each transaction costs a commit, in which notifiers wait for each other. */
  function notify(channels: string[]): void {
    channels.forEach(wake);
    const statements = channels.map((channel) => `notify ${pg.escapeIdentifier(channel)}, '${sender}'`);
    db.query(statements.join(';')).catch((error) => {
      log.debug({ err: error, channels }, 'wake-up lost');
    });
  }

  const names = coalesceNames(COALESCE_MS, notify);

  return {
    send: names.add,
    on(channel, listener) {
      const existing = listeners.get(channel);
      if (existing) existing.add(listener);
      else {
        listeners.set(channel, new Set([listener]));
        listening.add(channel);
      }
      return () => listeners.get(channel)?.delete(listener);
    },
    async stop() {
      names.passNow();
      await listening.stop();
    },
  };
}

/**
 * Collects names, each once, and passes them on together: at most once in `everyMs`, and at once after a pause.
 * `passNow` passes on those that still wait.
 */
export function coalesceNames(everyMs: number, pass: (names: string[]) => void) {
  const waiting = new Set<string>();
  let passedAt = Number.NEGATIVE_INFINITY;

  function passNow(): void {
    if (waiting.size === 0) return;
    const names = [...waiting];
    waiting.clear();
    passedAt = performance.now();
    pass(names);
  }

  function add(name: string): void {
    if (waiting.size === 0) {
      const early = passedAt + everyMs - performance.now();
      if (early > 0) setTimeout(passNow, early).unref();
      else setImmediate(passNow).unref();
    }
    waiting.add(name);
  }

  return { add, passNow };
}
