import { createHash, type Hash } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ChecksumError, ConnectionError } from '../http/errors.ts';
import { hostOf } from '../jobs/results.ts';
import { hashFile, isFile, sizeOf } from './hashFile.ts';

/** Connections that may break in a row without a new byte. */
const MAX_BREAKS = 3;

/** A connection that brings nothing for so long has failed, in milliseconds. */
const STALL_MS = 60_000;

/** A file as it must be when it has arrived. */
export interface Downloadable {
  name: string;
  /** Bytes. */
  size: number;
  /** Hex. */
  sha256: string;
}

/**
 * Opens a file, from a byte on; a `Content-Range` header tells whether the server went along with that. `fromApi`: the link
 * brought nothing, or other bytes.
 */
export interface Source<File extends Downloadable> {
  open(file: File, options: { start?: number; signal?: AbortSignal; fromApi?: boolean }): Promise<Response>;
}

export interface DownloadOptions {
  signal?: AbortSignal;
  /** Told after each piece, with the bytes that are there. */
  onBytes?: (bytes: number) => void;
}

/**
 * Downloads a file: into `<path>.part`, from where an earlier try ended, and renamed once its SHA-256 is right.
 *
 * @returns `skipped` when the same bytes are there already
 * @throws ChecksumError when the bytes are wrong twice
 */
export async function downloadFile<File extends Downloadable>(
  source: Source<File>,
  file: File,
  path: string,
  options: DownloadOptions = {},
): Promise<'downloaded' | 'skipped'> {
  if (await isFile(path, file)) return 'skipped';
  await mkdir(dirname(path), { recursive: true });
  const part = `${path}.part`;
  for (let isLastTry = false; ; isLastTry = true) {
    const digest = await fetchAll(source, file, part, { ...options, fromApi: isLastTry });
    if (digest === file.sha256) break;
    // What an earlier try left may have been of another file.
    await rm(part, { force: true });
    if (isLastTry)
      throw new ChecksumError(`${file.name} arrived with the SHA-256 ${digest} instead of ${file.sha256}.`);
  }
  await rename(part, path);
  return 'downloaded';
}

/** Goes on until the part has all bytes; returns their SHA-256. */
async function fetchAll<File extends Downloadable>(
  source: Source<File>,
  file: File,
  part: string,
  options: DownloadOptions & { fromApi: boolean },
): Promise<string> {
  for (let breaks = 0; ; ) {
    const before = (await sizeOf(part)) ?? 0;
    if (before > file.size) await rm(part);
    if (before === file.size) return (await hashFile(part).catch(() => createHash('sha256'))).digest('hex');
    try {
      const start = before > file.size ? 0 : before;
      return await fetchOnce(source, file, part, start, { ...options, fromApi: options.fromApi || breaks > 0 });
    } catch (error) {
      if (options.signal?.aborted) throw options.signal.reason;
      // Opening the link was already retried for the client's whole time budget.
      if (!(error instanceof CutOff)) throw error;
      breaks = ((await sizeOf(part)) ?? 0) > before ? 1 : breaks + 1;
      if (breaks >= MAX_BREAKS) throw error;
    }
  }
}

/** One connection. Returns the SHA-256 when all bytes are there. */
async function fetchOnce<File extends Downloadable>(
  source: Source<File>,
  file: File,
  part: string,
  start: number,
  { signal, onBytes, fromApi }: DownloadOptions & { fromApi: boolean },
): Promise<string> {
  const stalled = new AbortController();
  const both = signal ? AbortSignal.any([signal, stalled.signal]) : stalled.signal;
  const response = await source.open(file, { start, signal: both, fromApi });
  const goesOn =
    response.status === 206 && response.headers.get('content-range')?.startsWith(`bytes ${start}-`) === true;
  const hash: Hash = goesOn ? await hashFile(part) : createHash('sha256');
  let there = goesOn ? start : 0;
  const target = await open(part, goesOn ? 'a' : 'w');
  let timer = setTimeout(() => stalled.abort(new Error('nothing came')), STALL_MS);
  try {
    for await (const bytes of response.body ?? []) {
      clearTimeout(timer);
      timer = setTimeout(() => stalled.abort(new Error('nothing came')), STALL_MS);
      hash.update(bytes);
      await target.write(bytes);
      there += bytes.length;
      onBytes?.(there);
      if (there > file.size) break;
    }
    await target.sync();
  } catch (cause) {
    if (signal?.aborted || isLocal(cause)) throw cause;
    throw new CutOff(file, there, response, cause);
  } finally {
    clearTimeout(timer);
    stalled.abort();
    await target.close();
  }
  if (there < file.size) throw new CutOff(file, there, response);
  return hash.digest('hex');
}

/** A connection that ended before all bytes were there. */
class CutOff extends ConnectionError {
  override name = 'ConnectionError';

  constructor({ name, size }: Downloadable, there: number, response: Response, cause?: unknown) {
    super(`The download of ${name} from ${hostOf(response)} was cut off after ${there} of ${size} bytes.`, { cause });
  }
}

/** The disk is full, the folder must not be written to: trying again does not help. */
function isLocal(error: unknown): boolean {
  const { code, syscall } = error as NodeJS.ErrnoException;
  return code !== undefined && ['open', 'write', 'fsync', 'rename', 'mkdir'].includes(syscall ?? '');
}
