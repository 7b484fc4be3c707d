import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { StoredBytes } from '@rotamer/proto/jobs/v1/input.ts';
import type { AttemptBlobs } from '../blobs/attemptBlobs.ts';
import { LastingFailure } from '../blobs/attemptBlobs.ts';
import { type RetryPolicy, retryUntil } from '../retryUntil.ts';

/** Thrown for a saved file that was deleted after the job was accepted; another attempt would not find it either. */
export class MissingInput extends Error {
  override name = 'MissingInput';
}

/**
 * Writes a saved file to a path. The bytes must be exactly those that the job was accepted with.
 *
 * @throws MissingInput, or the last error of the store.
 */
export async function fetchSaved(
  blobs: Pick<AttemptBlobs, 'get'>,
  { key, sha256, size }: StoredBytes,
  path: string,
  retry: RetryPolicy,
): Promise<void> {
  const { signal } = retry;
  const found = await retryUntil(async () => {
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
    ).catch(throwNamed);
    if (bytes !== size || digest.digest('hex') !== sha256) {
      throw new LastingFailure(`${key} is not what was saved`);
    }
    return true;
  }, retry);
  if (!found) throw new MissingInput('the saved file was deleted before the job started');
}

/**
 * Throws a permanent failure if this disk is full: nothing is computed yet, so the job can go to another runner instead of waiting here.
 */
function throwNamed(error: NodeJS.ErrnoException): never {
  if (error.code !== 'ENOSPC' && error.code !== 'EDQUOT') throw error;
  throw new LastingFailure('no room on the disk of this runner', { cause: error });
}
