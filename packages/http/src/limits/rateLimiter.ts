import { LRUCache } from 'lru-cache';
import { askDatabase, type Judging, judgeFromMemory, type KeyRequests, newKeyRequests } from './keyRequests.ts';
import { SYNC_MS, type Verdict } from './window.ts';

const MAX_KEYS = 20_000;

/** Rate limits every key, together with the other replicas. */
export interface RateLimiter {
  /** Counts one request of a key that may make `limit` per window. Never fails: without the database it counts locally. */
  spend(keyId: string, limit: number): Promise<Verdict>;
  /** Writes what is still in memory to the database. */
  stop(): Promise<void>;
}

interface Entry extends KeyRequests {
  /** The statement in flight. Each key has at most one. */
  asking?: Promise<void>;
}

export function createRateLimiter(judging: Judging): RateLimiter {
  const entries = new LRUCache<string, Entry>({ max: MAX_KEYS });
  /** Entries with requests that are not written to the database yet. */
  const unsent = new Set<Entry>();
  let sync: NodeJS.Timeout | undefined;

  function entryOf(keyId: string): Entry {
    const known = entries.get(keyId);
    if (known) return known;
    const entry = newKeyRequests(keyId);
    entries.set(keyId, entry);
    return entry;
  }

  /** Uses one timer for all keys, so that one statement writes them all. */
  function syncLater(entry: Entry): void {
    if (entry.counter.unsent === 0) return;
    unsent.add(entry);
    sync ??= setTimeout(syncAll, SYNC_MS);
  }

  function syncAll(): void {
    sync = undefined;
    const now = judging.clock().getTime();
    const waiting = [...unsent];
    unsent.clear();
    for (const entry of waiting) {
      if (now < entry.aloneUntil) syncLater(entry);
      else if (entry.counter.unsent > 0) void ask(entry);
    }
  }

  function ask(entry: Entry): Promise<void> {
    entry.asking ??= askDatabase(entry, judging).finally(() => {
      entry.asking = undefined;
      syncLater(entry);
    });
    return entry.asking;
  }

  return {
    async spend(keyId, limit) {
      const entry = entryOf(keyId);
      entry.limit = limit;
      const known = judgeFromMemory(entry, judging);
      if (!known) {
        return new Promise((answer) => {
          entry.waiting.push(answer);
          void ask(entry);
        });
      }
      syncLater(entry);
      return known;
    },
    async stop() {
      const all = [...entries.values()];
      await Promise.all(all.map((entry) => entry.asking ?? (entry.counter.unsent > 0 && ask(entry))));
      clearTimeout(sync);
    },
  };
}
