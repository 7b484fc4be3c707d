import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Blobs } from '@rotamer/kit/blobs/blobs.ts';

/** Faults of a blob store, by name. */
export const storeFaults = {
  /** Refuses a put at once. */
  refuses: (blobs) => ({ ...blobs, put: () => Promise.reject(new Error('slow down')) }),
  /** Has no space left: writing to this device fails with ENOSPC. */
  'is full': (blobs) => ({
    ...blobs,
    put: async (_key, body, signal) => {
      await pipeline(body as Readable, createWriteStream('/dev/full'), { signal });
      throw new Error('stored where there is no room');
    },
  }),
  /** Loses the connection in the middle of a put. */
  cuts: (blobs) => ({
    ...blobs,
    put: (key, body, signal) => blobs.put(key, Readable.from(half(body as Readable)), signal),
  }),
  /** Stores the object and loses the response. */
  forgets: (blobs) => ({
    ...blobs,
    async put(key, body, signal) {
      await blobs.put(key, body, signal);
      throw new Error('socket hang up');
    },
  }),
  /** Reports success, but has stored only a part. */
  truncates: (blobs) => ({
    ...blobs,
    async put(key, body, signal) {
      const stored = await blobs.put(key, body, signal);
      await blobs.put(key, 'half of it');
      return stored;
    },
  }),
  /** Stores other bytes of the same length. */
  alters: (blobs) => ({
    ...blobs,
    async put(key, body, signal) {
      const stored = await blobs.put(key, body, signal);
      await blobs.put(key, 'x'.repeat(stored.size));
      return stored;
    },
  }),
  /** Fails when the object is read. */
  'cannot read': (blobs) => ({ ...blobs, get: () => Promise.reject(new Error('timeout')) }),
  /** Breaks off while the object is read. */
  'breaks off reading': (blobs) => ({
    ...blobs,
    async get(key) {
      const found = await blobs.get(key);
      found?.body.destroy();
      return found && { ...found, body: Readable.from(brokenOff()) };
    },
  }),
} as const satisfies Record<string, (blobs: Blobs) => Blobs>;

async function* half(body: Readable) {
  for await (const chunk of body) {
    yield chunk;
    throw new Error('connection reset');
  }
}

async function* brokenOff() {
  yield Buffer.from('>a\nMKV');
  throw new Error('connection reset');
}
