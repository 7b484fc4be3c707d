import { mkdir, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UnexpectedAnswerError } from '../http/errors.ts';
import type { ArchiveOptions } from '../http/openArchive.ts';
import { type DownloadOptions, fetchAll } from './downloadFile.ts';

/** Something that has archives: `rotamer.jobs`, `rotamer.runs` or `rotamer.batches`. */
export interface Archives {
  archive(id: string, options?: ArchiveOptions): Promise<Response>;
}

/**
 * Downloads the archive of a job's result, a run or a batch to a path. Goes on where the connection was cut off, and where an earlier call
 * ended. The archive has `SHA256SUMS` of its files.
 *
 * @returns the size in bytes
 */
export async function downloadArchive(
  archives: Archives,
  id: string,
  path: string,
  options: DownloadOptions = {},
): Promise<number> {
  const { size, etag } = await measure(archives, id, options.signal);
  const file = { name: path, size, sha256: etag };
  const source = {
    open: (_: typeof file, { start, signal }: { start?: number; signal?: AbortSignal }) =>
      archives.archive(id, { start, etag, signal }),
  };
  await mkdir(dirname(path), { recursive: true });
  // Another archive has another tag, so its beginning is never taken for that of this one.
  const part = `${path}.${etag.slice(0, 16)}.part`;
  await fetchAll(source, file, part, { ...options, fromApi: true });
  await rename(part, path);
  return size;
}

/** Reads the first byte, whose response has the size and the tag of the whole archive. */
async function measure(archives: Archives, id: string, signal: AbortSignal | undefined) {
  const response = await archives.archive(id, { start: 0, end: 0, signal });
  await response.body?.cancel();
  const size = Number(/^bytes 0-0\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1]);
  const etag = /^"([0-9a-f]{16,64})"$/.exec(response.headers.get('etag') ?? '')?.[1];
  if (etag === undefined || !Number.isSafeInteger(size))
    throw new UnexpectedAnswerError('The response has neither the size nor the tag of an archive.');
  return { size, etag };
}
