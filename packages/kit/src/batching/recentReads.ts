import { LRUCache } from 'lru-cache';
import type { CallScope } from '../grpc/callContext.ts';

const MAX_ENTRIES = 20_000;

/** Reads of another service that may be a little old, by id. */
export interface RecentReads<Value> {
  /** As of at most the time to live ago; reads of one id that arrive together share one call. */
  recent(id: string, scope: CallScope): Promise<Value>;
  /** As it is now; remembered for `recent`. */
  current(id: string, scope: CallScope): Promise<Value>;
}

/** Remembers for `ttlMs` what `read` answered; failures are not remembered. */
export function rememberReads<Value extends object>(
  read: (id: string, scope: CallScope) => Promise<Value>,
  ttlMs: number,
): RecentReads<Value> {
  const cache = new LRUCache<string, Value, CallScope>({
    max: MAX_ENTRIES,
    ttl: ttlMs,
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
