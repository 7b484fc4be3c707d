import { createHash, type Hash } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ApiError, ChecksumError, ConnectionError } from '../http/errors.ts';
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

/** Opens a file, from a byte on; a `Content-Range` header tells whether the server went along with that. */
export interface Source<File extends Downloadable> {
  open(file: File, options: { start?: number; signal?: AbortSignal }): Promise<Response>;
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
    const digest = await fetchAll(source, file, part, options);
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
  options: DownloadOptions,
): Promise<string> {
  for (let breaks = 0; ; ) {
    const before = (await sizeOf(part)) ?? 0;
    if (before > file.size) await rm(part);
    if (before === file.size) return (await hashFile(part).catch(() => createHash('sha256'))).digest('hex');
    try {
      const digest = await fetchOnce(source, file, part, before > file.size ? 0 : before, options);
      if (digest !== undefined) return digest;
      throw new ConnectionError(`The download of ${file.name} was cut off.`);
    } catch (error) {
      if (options.signal?.aborted) throw options.signal.reason;
      if (error instanceof ApiError || isLocal(error)) throw error;
      breaks = ((await sizeOf(part)) ?? 0) > before ? 1 : breaks + 1;
      if (breaks >= MAX_BREAKS) {
        throw error instanceof ConnectionError
          ? error
          : new ConnectionError(`The download of ${file.name} failed.`, { cause: error });
      }
    }
  }
}

/** One connection. Returns the SHA-256 when all bytes are there, undefined when it ended early. */
async function fetchOnce<File extends Downloadable>(
  source: Source<File>,
  file: File,
  part: string,
  start: number,
  { signal, onBytes }: DownloadOptions,
): Promise<string | undefined> {
  const stalled = new AbortController();
  const both = signal ? AbortSignal.any([signal, stalled.signal]) : stalled.signal;
  const response = await source.open(file, { start, signal: both });
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
  } finally {
    clearTimeout(timer);
    stalled.abort();
    await target.close();
  }
  return there < file.size ? undefined : hash.digest('hex');
}

/** The disk is full, the folder must not be written to: trying again does not help. */
function isLocal(error: unknown): boolean {
  const { code, syscall } = error as NodeJS.ErrnoException;
  return code !== undefined && ['open', 'write', 'fsync', 'rename', 'mkdir'].includes(syscall ?? '');
}
