import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Blobs } from '@rotamer/kit/blobs/blobs.ts';

/** A blob store in memory, for tests with thousands of results. */
export function memoryBlobs(): Pick<Blobs, 'get' | 'put' | 'size'> {
  const objects = new Map<string, Buffer>();
  return {
    async put(key, body) {
      const bytes = body instanceof Readable ? await buffer(body) : Buffer.from(body);
      objects.set(key, bytes);
      return { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
    },
    async get(key) {
      const bytes = objects.get(key);
      return bytes && { body: Readable.from([bytes]), size: bytes.length };
    },
    async size(key) {
      return objects.get(key)?.length;
    },
  };
}
