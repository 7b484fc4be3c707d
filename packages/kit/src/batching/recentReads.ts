import { LRUCache } from 'lru-cache';
import type { CallScope } from '../grpc/callContext.ts';

const MAX_ENTRIES = 20_000;

/** Cached reads of another service, by id. */
export interface RecentReads<Value> {
  /** At most as old as the time to live; concurrent reads of one id share one call. */
  recent(id: string, scope: CallScope): Promise<Value>;
  /** The current value; cached for `recent`. */
  current(id: string, scope: CallScope): Promise<Value>;
}

/** Caches for `ttlMs` what `read` returned; failures are not cached. */
export function rememberReads<Value extends object>(
  read: (id: string, scope: CallScope) => Promise<Value>,
  ttlMs: number,
): RecentReads<Value> {
  const cache = new LRUCache<string, Value, CallScope>({
    max: MAX_ENTRIES,
    ttl: ttlMs,
    // A current read that comes first replaces one in progress, whose callers still want an answer.
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
