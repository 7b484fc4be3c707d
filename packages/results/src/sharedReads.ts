import { PIECE_BYTES } from '@rotamer/domain/results/pieces.ts';
import { createFairQueue, type Entry } from '@rotamer/kit/batching/fairQueue.ts';
import { LRUCache } from 'lru-cache';

/** An object to read. */
export interface Wanted<T> {
  /** Cache key: location and digest. A digest by itself would expose objects of other workspaces. */
  name: string;
  /** The workspace that owns the object. Waiting reads are served round-robin over owners. */
  owner: string;
  /** Bytes. */
  size: number;
  read(): Promise<T>;
}

/** Concurrent reads of large objects; small ones never wait. */
const LARGE_AT_ONCE = 4;

/**
 * Reads immutable objects through an LRU cache of `maxBytes`. Concurrent reads of the same object share one, which cannot be
 * evicted; failures are not cached.
 */
export function createSharedReads(maxBytes: number): <T extends object>(wanted: Wanted<T>) => Promise<T> {
  const cached = new LRUCache<string, object>({ maxSize: maxBytes });
  const underWay = new Map<string, Promise<object>>();
  const waiting = createFairQueue<Entry & { go: () => void }>();
  let large = 0;

  async function inTurn<T>({ owner, size, read }: Wanted<T>): Promise<T> {
    if (size <= PIECE_BYTES) return read();
    if (large === LARGE_AT_ONCE) await new Promise<void>((go) => waiting.add({ key: owner, bytes: size, go }));
    else large++;
    try {
      return await read();
    } finally {
      const [next] = waiting.take({ items: 1, bytes: Number.POSITIVE_INFINITY });
      if (next) next.go();
      else large--;
    }
  }

  async function readAnew<T extends object>(wanted: Wanted<T>): Promise<T> {
    try {
      const value = await inTurn(wanted);
      cached.set(wanted.name, value, { size: Math.max(1, wanted.size) });
      return value;
    } finally {
      underWay.delete(wanted.name);
    }
  }

  return async <T extends object>(wanted: Wanted<T>) => {
    const known = cached.get(wanted.name) ?? underWay.get(wanted.name);
    if (known) return (await known) as T;
    const reading = readAnew(wanted);
    underWay.set(wanted.name, reading);
    return await reading;
  };
}
