import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { StoredBytes } from '@rotamer/proto/jobs/v1/input.ts';
import type { AttemptBlobs } from '../blobs/attemptBlobs.ts';
import { persist } from './persist.ts';

/** A saved file that was deleted after the job was accepted: no other attempt would find it either. */
export class MissingInput extends Error {
  override name = 'MissingInput';
}

/**
 * Writes the bytes of a saved file to a path, exactly those that the job was accepted with.
 *
 * @throws MissingInput, or what the store said last.
 */
export async function fetchSaved(
  blobs: Pick<AttemptBlobs, 'get'>,
  { key, sha256, size }: StoredBytes,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  const found = await persist(async () => {
    const blob = await blobs.get(key, signal);
    if (!blob) return false;
    const digest = createHash('sha256');
    let bytes = 0;
    await pipeline(
      blob.body,
      async function* measure(chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          digest.update(chunk);
          bytes += chunk.length;
          yield chunk;
        }
      },
      createWriteStream(path),
      { signal },
    );
    if (bytes !== size || digest.digest('hex') !== sha256) throw new Error(`${key} is not what was saved`);
    return true;
  }, signal);
  if (!found) throw new MissingInput('the saved file was deleted before the job started');
}
