import { PIECE_BYTES } from '@rotamer/kit/results/pieces.ts';
import { LRUCache } from 'lru-cache';

/** What is to be read. */
export interface Wanted<T> {
  /** Where it is and the digest of its bytes: the digest alone would open what somebody else has stored. */
  name: string;
  /** Bytes. */
  size: number;
  read(): Promise<T>;
}

/** Large objects that are read at the same time; small ones never wait. */
const LARGE_AT_ONCE = 4;

/**
 * Reads what never changes, and keeps what was read last, up to so many bytes. Callers who want the same at the same time
 * share one read, which nothing can evict; a failure is not kept.
 */
export function createSharedReads(maxBytes: number): <T extends object>(wanted: Wanted<T>) => Promise<T> {
  const kept = new LRUCache<string, object>({ maxSize: maxBytes });
  const underWay = new Map<string, Promise<object>>();
  const waiting: (() => void)[] = [];
  let large = 0;

  async function inTurn<T>({ size, read }: Wanted<T>): Promise<T> {
    if (size <= PIECE_BYTES) return read();
    if (large === LARGE_AT_ONCE) await new Promise<void>((go) => waiting.push(go));
    else large++;
    try {
      return await read();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else large--;
    }
  }

  async function readAnew<T extends object>(wanted: Wanted<T>): Promise<T> {
    try {
      const value = await inTurn(wanted);
      kept.set(wanted.name, value, { size: Math.max(1, wanted.size) });
      return value;
    } finally {
      underWay.delete(wanted.name);
    }
  }

  return async <T extends object>(wanted: Wanted<T>) => {
    const known = kept.get(wanted.name) ?? underWay.get(wanted.name);
    if (known) return (await known) as T;
    const reading = readAnew(wanted);
    underWay.set(wanted.name, reading);
    return await reading;
  };
}
