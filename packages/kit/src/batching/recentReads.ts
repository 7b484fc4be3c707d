import { LRUCache } from 'lru-cache';
import type { CallScope } from '../grpc/callContext.ts';

const MAX_ENTRIES = 20_000;

/** Cached reads of another service, by id. */
export interface RecentReads<Value> {
  /** Returns a value that is at most as old as the time to live. Concurrent reads of one id share one call. */
  recent(id: string, scope: CallScope): Promise<Value>;
  /** Returns the current value, and caches it for `recent`. */
  current(id: string, scope: CallScope): Promise<Value>;
}

/** Caches the results of `read` for `ttlMs` milliseconds. Failures are not cached. */
export function rememberReads<Value extends object>(
  read: (id: string, scope: CallScope) => Promise<Value>,
  ttlMs: number,
): RecentReads<Value> {
  const cache = new LRUCache<string, Value, CallScope>({
    max: MAX_ENTRIES,
    ttl: ttlMs,
    // A current read that ends first replaces a read in progress, whose callers still need a result.
    ignoreFetchAbort: true,
    fetchMethod: (id, _old, { context }) => read(id, context),
  });
  return {
    recent: async (id, scope) => cache.get(id) ?? (await cache.fetch(id, { context: scope }))!,
    current: async (id, scope) => {
      const value = await read(id, scope);
      cache.set(id, value);
      return value;
    },
  };
}
