import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Blobs } from '@rotamer/kit/blobs/blobs.ts';

/** What goes wrong with the next objects of a store, by name. */
export const storeFaults = {
  /** Refuses a put at once. */
  refuses: (blobs) => ({ ...blobs, put: () => Promise.reject(new Error('slow down')) }),
  /** Has no room left: what is written to this device ends in ENOSPC. */
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
  /** Stores the object and loses the answer. */
  forgets: (blobs) => ({
    ...blobs,
    async put(key, body, signal) {
      await blobs.put(key, body, signal);
      throw new Error('socket hang up');
    },
  }),
  /** Says that it has stored what it has stored a part of. */
  truncates: (blobs) => ({
    ...blobs,
    async put(key, body, signal) {
      const stored = await blobs.put(key, body, signal);
      await blobs.put(key, 'half of it');
      return stored;
    },
  }),
  /** Gives back other bytes than it was given, as many of them. */
  alters: (blobs) => ({
    ...blobs,
    async put(key, body, signal) {
      const stored = await blobs.put(key, body, signal);
      await blobs.put(key, 'x'.repeat(stored.size));
      return stored;
    },
  }),
  /** Does not answer when the object is read. */
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
