import { mkdir, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UnexpectedAnswerError } from '../http/errors.ts';
import type { ArchiveOptions } from '../http/openArchive.ts';
import { type DownloadOptions, fetchAll } from './downloadFile.ts';
import { fetchWhole } from './fetchWhole.ts';

/** Something that has archives: `rotamer.jobs`, `rotamer.runs` or `rotamer.batches`. */
export interface Archives {
  archive(id: string, options?: ArchiveOptions): Promise<Response>;
}

export interface DownloadArchiveOptions extends DownloadOptions {
  /** `zstd`: a smaller archive, which cannot go on where the connection was cut off; default: `zstd` for a path that ends in `.zst`, else `none`. */
  compression?: 'none' | 'zstd';
}

/**
 * Downloads the archive of a job's result, a run or a batch to a path. The archive has `SHA256SUMS` of its files. A tar archive goes on
 * where the connection was cut off, and where an earlier call ended. A compressed one comes in one piece or not at all.
 *
 * @returns the size in bytes
 * @throws ConnectionError when the connection of a compressed archive was cut off: nothing is kept of it
 */
export async function downloadArchive(
  archives: Archives,
  id: string,
  path: string,
  { compression = compressionOf(path), ...options }: DownloadArchiveOptions = {},
): Promise<number> {
  if (compression === 'zstd') {
    await mkdir(dirname(path), { recursive: true });
    return await fetchWhole((signal) => archives.archive(id, { compression, signal }), path, options);
  }
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

function compressionOf(path: string): 'none' | 'zstd' {
  return /\.t?zst$/i.test(path) ? 'zstd' : 'none';
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
