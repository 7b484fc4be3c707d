import { randomUUID } from 'node:crypto';
import { link, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { assertBlobKey, assertBlobPrefix, type Blobs } from './blobs.ts';
import { AT_ONCE_BYTES, makeFolder, syncFolder, writeDurably } from './fsWrite.ts';
import { signBlobUrl } from './signedUrl.ts';

export interface FsBlobsOptions {
  /** Shared by all services of the machine. */
  folder: string;
  /** Signs download URLs. The gateway that serves them must have the same secret. */
  secret: string;
  /** The address of the gateway for clients, without a slash at the end. */
  publicUrl: string;
}

/** Stores objects as files: written to a temporary file, then renamed, so that a partial object is never visible. */
export function openFsBlobs({ folder, secret, publicUrl }: FsBlobsOptions): Blobs {
  const pathOf = (key: string) => {
    assertBlobKey(key);
    return join(folder, 'objects', key);
  };

  const placesOf = (key: string) => ({ temporary: join(folder, 'incoming', randomUUID()), path: pathOf(key) });

  return {
    put: async (key, body, signal) => writeDurably(placesOf(key), body, signal, rename),

    // A hard link, unlike a rename, never replaces an existing file.
    putNew: async (key, body, signal) => writeDurably(placesOf(key), body, signal, link).catch(alreadyThere),

    async get(key, range) {
      const file = await open(pathOf(key)).catch(noSuchFile);
      if (!file) return undefined;
      // Size and bytes come from one object even when it is replaced or deleted meanwhile: the file stays open.
      const entry = await file.stat();
      if (entry.isFile()) {
        // Most objects are small: the buffer is as large as the object.
        const highWaterMark = Math.min(Math.max(entry.size, 1), AT_ONCE_BYTES);
        return { body: file.createReadStream({ ...range, highWaterMark }), size: entry.size };
      }
      await file.close();
      return undefined;
    },

    async size(key) {
      const entry = await stat(pathOf(key)).catch(noSuchFile);
      return entry?.isFile() ? entry.size : undefined;
    },

    // Objects are never changed in place, so both keys can share one file. It goes with the last of them.
    async copy(from, to) {
      const target = pathOf(to);
      if (!(await stat(pathOf(from)).catch(noSuchFile))?.isFile()) return false;
      await makeFolder(dirname(target));
      const copied = await link(pathOf(from), target).then(() => true, wasGone);
      if (copied) await syncFolder(dirname(target));
      return copied;
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

/** Removes temporary files of killed processes: those without a write since the given time. */
export async function removeStaleUploads(folder: string, notWrittenSince: Date): Promise<void> {
  const incoming = join(folder, 'incoming');
  for (const name of (await readdir(incoming).catch(noSuchFile)) ?? []) {
    const path = join(incoming, name);
    const entry = await stat(path).catch(noSuchFile);
    if (entry && entry.mtime < notWrittenSince) await rm(path, { force: true });
  }
}

function noSuchFile(error: NodeJS.ErrnoException): undefined {
  // ENOTDIR: a segment of the key is the name of an object.
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
  throw error;
}

/** The object was deleted while it was copied. */
function wasGone(error: NodeJS.ErrnoException): boolean {
  if (error.code === 'ENOENT') return false;
  throw error;
}

function alreadyThere(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'EEXIST') return undefined;
  throw error;
}
