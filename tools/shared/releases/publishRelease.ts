import { createReadStream, type ReadStream } from 'node:fs';
import { join } from 'node:path';
import { publishedKey } from '../datasets/publishedRelease.ts';
import { readRelease, releaseFile } from '../datasets/release.ts';

/** The blob store, as far as a copy needs it. */
interface Store {
  put(key: string, body: ReadStream): Promise<{ sha256: string }>;
}

/**
 * Copies the folder of a release to the blob store, from which runners with a cache fetch it. Its description is written
 * last, so an interrupted copy is not a release; a repeated one begins again.
 *
 * @throws Error for a file whose bytes are not those of the description.
 */
export async function publishRelease(
  store: Store,
  dir: string,
  onProgress: (line: string) => void,
): Promise<{ files: number; bytes: number }> {
  const { dataset: id, release, files, bytes } = readRelease(dir);
  let done = 0;
  for (const { path, sha256, bytes: size } of files) {
    onProgress(`copying ${path}, ${Math.round(size / 1e6)} MB`);
    const stored = await store.put(publishedKey(id, release, path), createReadStream(join(dir, path)));
    if (stored.sha256 !== sha256)
      throw new Error(`${join(dir, path)} has the SHA-256 ${stored.sha256}, not ${sha256}: see dataset verify`);
    done++;
  }
  await store.put(publishedKey(id, release, 'release.json'), createReadStream(releaseFile(dir)));
  return { files: done, bytes };
}
