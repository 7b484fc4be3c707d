import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { assertBlobKey, type Blobs } from './blobs.ts';
import { signBlobUrl } from './signedUrl.ts';

export interface FsBlobsOptions {
  /** Shared by all services of the machine. */
  folder: string;
  /** Signs download URLs; the gateway that serves them has the same. */
  secret: string;
  /** Where the gateway is reached from outside, without a slash at the end. */
  publicUrl: string;
}

/** Objects as files: written beside, then renamed, so that a half-written object is never seen. */
export function openFsBlobs({ folder, secret, publicUrl }: FsBlobsOptions): Blobs {
  const pathOf = (key: string) => {
    assertBlobKey(key);
    return join(folder, 'objects', key);
  };

  return {
    async put(key, body, signal) {
      const path = pathOf(key);
      const temporary = join(folder, 'incoming', randomUUID());
      await mkdir(dirname(temporary), { recursive: true });
      const hash = createHash('sha256');
      let size = 0;
      try {
        const source = body instanceof Readable ? body : Readable.from([Buffer.from(body)]);
        await pipeline(
          source,
          async function* measure(chunks: AsyncIterable<Buffer>) {
            for await (const chunk of chunks) {
              hash.update(chunk);
              size += chunk.length;
              yield chunk;
            }
          },
          createWriteStream(temporary, { flush: true }),
          { signal },
        );
        await mkdir(dirname(path), { recursive: true });
        await rename(temporary, path);
        await syncFolder(dirname(path));
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
      return { size, sha256: hash.digest('hex') };
    },

    async get(key, range) {
      const path = pathOf(key);
      const size = await sizeOf(path);
      if (size === undefined) return undefined;
      return { body: createReadStream(path, range), size };
    },

    size: (key) => sizeOf(pathOf(key)),

    async deletePrefix(prefix) {
      await rm(pathOf(prefix.replace(/\/$/, '')), { recursive: true, force: true });
    },

    async signedUrl(key, options) {
      assertBlobKey(key);
      return signBlobUrl(`${publicUrl}/blobs/${key}`, key, options, secret, new Date());
    },
  };
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Makes the rename itself survive a power cut. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
