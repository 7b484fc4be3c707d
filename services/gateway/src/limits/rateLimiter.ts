import type { Batcher } from '@rotamer/kit/batching/batcher.ts';
import type { Clock } from '@rotamer/kit/clock.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';
import { LRUCache } from 'lru-cache';
import type { Spending } from './rateStore.ts';
import {
  countAlone,
  emptyTally,
  type Figures,
  figuresOf,
  type Grant,
  judge,
  learn,
  SYNC_MS,
  spendOne,
  type Tally,
} from './window.ts';

const MAX_KEYS = 20_000;

/** A database that has not answered by then counts as unavailable. */
const PATIENCE_MS = 2_000;

/** After a failure the replica counts locally for this long before it asks again. */
const LOCAL_MS = 1_000;

/** Whether one request is admitted, and the figures for its client. */
export interface Verdict extends Figures {
  admitted: boolean;
}

/** Judges the requests of every key, together with the other replicas. */
export interface RateLimiter {
  /** Counts one request of a key that may make `limit` per window. Never fails: without the database it counts locally. */
  spend(keyId: string, limit: number): Promise<Verdict>;
  /** Writes what is still in memory to the database. */
  stop(): Promise<void>;
}

export interface RateLimiterOptions {
  /** Answers in the time it is given, or fails. */
  spendRequests: Batcher<Spending, Grant>;
  /** The most replicas there may be at a time. */
  replicas: number;
  clock: Clock;
  log: Logger;
}

interface Entry {
  keyId: string;
  limit: number;
  tally: Tally;
  waiting: ((verdict: Verdict) => void)[];
  /** The statement under way; there is one per key at a time. */
  asking?: Promise<void>;
  aloneUntil: number;
}

export function createRateLimiter({ spendRequests, replicas, clock, log }: RateLimiterOptions): RateLimiter {
  const entries = new LRUCache<string, Entry>({ max: MAX_KEYS });
  /** Those with requests that the database does not know of yet. */
  const unsynced = new Set<Entry>();
  let sync: NodeJS.Timeout | undefined;
  const now = () => clock().getTime();

  function entryOf(keyId: string): Entry {
    const known = entries.get(keyId);
    if (known) return known;
    const entry: Entry = { keyId, limit: 0, tally: emptyTally, waiting: [], aloneUntil: 0 };
    entries.set(keyId, entry);
    return entry;
  }

  function verdict({ tally, limit }: Entry, admitted: boolean): Verdict {
    return { admitted, ...figuresOf(tally, limit, now()) };
  }

  /** Undefined when only the database can decide. */
  function fromMemory(entry: Entry): Verdict | undefined {
    switch (judge(entry.tally, { limit: entry.limit, replicas }, now())) {
      case 'refuse':
        return verdict(entry, false);
      case 'admit':
        entry.tally = spendOne(entry.tally, now());
        syncLater(entry);
        return verdict(entry, true);
      case 'ask':
        return now() < entry.aloneUntil ? alone(entry) : undefined;
    }
  }

  function alone(entry: Entry): Verdict {
    const { tally, admitted } = countAlone(entry.tally, { limit: entry.limit, replicas }, now());
    entry.tally = tally;
    syncLater(entry);
    return verdict(entry, admitted);
  }

  /** One timer for all keys, so that they are synced by one statement. */
  function syncLater(entry: Entry): void {
    unsynced.add(entry);
    sync ??= setTimeout(syncAll, SYNC_MS);
  }

  function syncAll(): void {
    sync = undefined;
    const waiting = [...unsynced];
    unsynced.clear();
    for (const entry of waiting) {
      if (now() < entry.aloneUntil) syncLater(entry);
      else if (entry.tally.unsynced > 0) void ask(entry);
    }
  }

  function ask(entry: Entry): Promise<void> {
    entry.asking ??= askForAll(entry).finally(() => {
      entry.asking = undefined;
      if (entry.tally.unsynced > 0) syncLater(entry);
    });
    return entry.asking;
  }

  /** One statement after the other, each for all requests waiting by then. */
  async function askForAll(entry: Entry): Promise<void> {
    do {
      await askOnce(entry, entry.waiting.splice(0));
      // Requests that arrived meanwhile may be answered by what was just learnt.
      entry.waiting = entry.waiting.filter((answer) => {
        const known = fromMemory(entry);
        if (known) answer(known);
        return !known;
      });
    } while (entry.waiting.length > 0);
  }

  async function askOnce(entry: Entry, answers: Entry['waiting']): Promise<void> {
    const { keyId, limit, tally } = entry;
    const spent = tally.unsynced;
    const sentAt = now();
    try {
      const window = tally.window?.startedAt;
      const spending = { keyId, window, spent, wanted: answers.length, limit };
      const grant = await spendRequests(spending, { deadlineMs: Date.now() + PATIENCE_MS });
      entry.tally = learn(entry.tally, spent, grant, sentAt, now());
      for (const [i, answer] of answers.entries()) answer(verdict(entry, i < grant.granted));
    } catch (error) {
      log.warn({ err: error, key_id: keyId }, 'rate limit database unavailable, counting locally');
      entry.aloneUntil = now() + LOCAL_MS;
      for (const answer of answers) answer(alone(entry));
    }
  }

  return {
    async spend(keyId, limit) {
      const entry = entryOf(keyId);
      entry.limit = limit;
      return (
        fromMemory(entry) ??
        (await new Promise((answer) => {
          entry.waiting.push(answer);
          void ask(entry);
        }))
      );
    },
    async stop() {
      const all = [...entries.values()];
      await Promise.all(all.map((entry) => entry.asking ?? (entry.tally.unsynced > 0 && ask(entry))));
      clearTimeout(sync);
    },
  };
}
