import { randomUUID } from 'node:crypto';
import { openFsBlobs } from '@rotamer/kit/blobs/fsBlobs.ts';
import { tracedBlobs } from '@rotamer/kit/blobs/tracedBlobs.ts';
import type { AttemptBlobs } from './attemptBlobs.ts';

/** The blob store of a stack on one machine. Every process of its user there can read the folder anyway. */
export function folderBlobs(folder: string): AttemptBlobs {
  // A runner signs no URLs, so it does not get the secret.
  const blobs = tracedBlobs(openFsBlobs({ folder, secret: randomUUID(), publicUrl: '' }));
  return {
    get: (key) => blobs.get(key),
    put: async (key, read, signal) => blobs.put(key, await read(), signal),
  };
}
