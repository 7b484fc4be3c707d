import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { assertBlobKey, assertBlobPrefix, type Blobs, type StoredBlob } from './blobs.ts';
import { addTo, measured, newSum, stored } from './measured.ts';
import { signBlobUrl } from './signedUrl.ts';

export interface FsBlobsOptions {
  /** Shared by all services of the machine. */
  folder: string;
  /** Signs download URLs; the gateway that serves them has the same. */
  secret: string;
  /** Where the gateway is reached from outside, without a slash at the end. */
  publicUrl: string;
}

/**
 * How much is read or written at a time. Node's default of 64 KiB takes a third more CPU time to read and a quarter
 * more to write (measured with 50 MB): each operation wakes another thread.
 */
const AT_ONCE_BYTES = 256 * 1024;

/** Objects as files: written to a temporary file, then renamed, so that a partial object is never visible. */
export function openFsBlobs({ folder, secret, publicUrl }: FsBlobsOptions): Blobs {
  const pathOf = (key: string) => {
    assertBlobKey(key);
    return join(folder, 'objects', key);
  };

  /** Writes a temporary file, then lets `publish` give it its name; nothing is left when either fails. */
  async function write(
    key: string,
    body: Readable | Uint8Array | string,
    signal: AbortSignal | undefined,
    publish: (temporary: string, path: string) => Promise<void>,
  ): Promise<StoredBlob> {
    const path = pathOf(key);
    const temporary = join(folder, 'incoming', randomUUID());
    await mkdir(dirname(temporary), { recursive: true });
    const sum = newSum();
    try {
      if (body instanceof Readable) {
        const file = await open(temporary, 'wx');
        await pipeline(
          body,
          (chunks: AsyncIterable<Buffer | string>) => measured(chunks, sum),
          file.createWriteStream({ flush: true, highWaterMark: AT_ONCE_BYTES }),
          { signal },
        );
      } else {
        // For a small object streams take more time than all else.
        const bytes = addTo(sum, body);
        await writeFile(temporary, bytes, { flag: 'wx', flush: true, signal });
      }
      await makeFolder(dirname(path));
      await publish(temporary, path);
      await syncFolder(dirname(path));
    } finally {
      await rm(temporary, { force: true });
    }
    return stored(sum);
  }

  return {
    put: (key, body, signal) => write(key, body, signal, rename),

    // A link, unlike a rename, replaces nothing.
    putNew: (key, body, signal) => write(key, body, signal, link).catch(alreadyThere),

    async get(key, range) {
      const file = await open(pathOf(key)).catch(noSuchFile);
      if (!file) return undefined;
      // Size and bytes belong to one object even when it is replaced or deleted meanwhile: the open file stays.
      const entry = await file.stat();
      if (entry.isFile()) {
        const body = file.createReadStream({ ...range, highWaterMark: AT_ONCE_BYTES });
        return { body, size: entry.size };
      }
      await file.close();
      return undefined;
    },

    async size(key) {
      const entry = await stat(pathOf(key)).catch(noSuchFile);
      return entry?.isFile() ? entry.size : undefined;
    },

    async *list(prefix) {
      assertBlobPrefix(prefix);
      const root = join(folder, 'objects', prefix);
      const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(noSuchFile);
      for (const entry of entries ?? []) {
        if (entry.isFile()) yield prefix + relative(root, join(entry.parentPath, entry.name));
      }
    },

    async deletePrefix(prefix) {
      assertBlobPrefix(prefix);
      await rm(join(folder, 'objects', prefix), { recursive: true, force: true });
    },

    async signedUrl(key, options) {
      assertBlobKey(key);
      return signBlobUrl(`${publicUrl}/blobs/${key}`, key, options, secret, new Date());
    },
  };
}

/** Removes temporary files left by killed processes, those last written before a given time. */
export async function removeStaleUploads(folder: string, notWrittenSince: Date): Promise<void> {
  const incoming = join(folder, 'incoming');
  for (const name of (await readdir(incoming).catch(noSuchFile)) ?? []) {
    const path = join(incoming, name);
    const entry = await stat(path).catch(noSuchFile);
    if (entry && entry.mtime < notWrittenSince) await rm(path, { force: true });
  }
}

function noSuchFile(error: NodeJS.ErrnoException): undefined {
  // ENOTDIR: a part of the key names an object.
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
  throw error;
}

function alreadyThere(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'EEXIST') return undefined;
  throw error;
}

/** Makes a folder and, as with every rename, its entry in the folder above survive a power cut. */
async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true });
  for (let made = path; first && made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made));
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
