import { createHash, type Hash } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ChecksumError, ConnectionError } from '../http/errors.ts';
import { hostOf } from '../http/openLinked.ts';
import { hashFile, isFile, sizeOf } from './hashFile.ts';
import { isLocal, stallGuard } from './stallGuard.ts';

/** Maximum number of broken connections in a row without a new byte. */
const MAX_BREAKS = 3;

/** A file as it must be after the download. */
export interface Downloadable {
  name: string;
  /** Size in bytes. */
  size: number;
  /** SHA-256 in hex. */
  sha256: string;
}

/**
 * Opens a file, from a byte on. A `Content-Range` header shows whether the server honoured that. `fromApi`: use the API, because the
 * link gave nothing or wrong bytes.
 */
export interface Source<File extends Downloadable> {
  open(file: File, options: { start?: number; signal?: AbortSignal; fromApi?: boolean }): Promise<Response>;
}

export interface DownloadOptions {
  signal?: AbortSignal;
  /** Called after each piece with the number of bytes received so far. */
  onBytes?: (bytes: number) => void;
}

/**
 * Downloads a file into `<path>.part`, from where an earlier attempt ended, and renames it once its SHA-256 is right.
 *
 * @returns `skipped` when the same bytes already exist
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
    // The partial file of an earlier attempt may belong to another file.
    await rm(part, { force: true });
    if (isLastTry)
      throw new ChecksumError(`${file.name} arrived with the SHA-256 ${digest} instead of ${file.sha256}.`);
  }
  await rename(part, path);
  return 'downloaded';
}

/** Repeats connections until the partial file has all bytes. Returns their SHA-256. */
export async function fetchAll<File extends Downloadable>(
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

/** Uses one connection. Returns the SHA-256 once all bytes have arrived. */
async function fetchOnce<File extends Downloadable>(
  source: Source<File>,
  file: File,
  part: string,
  start: number,
  { signal, onBytes, fromApi }: DownloadOptions & { fromApi: boolean },
): Promise<string> {
  const guard = stallGuard(signal);
  const response = await source.open(file, { start, signal: guard.signal, fromApi });
  const goesOn =
    response.status === 206 && response.headers.get('content-range')?.startsWith(`bytes ${start}-`) === true;
  const hash: Hash = goesOn ? await hashFile(part) : createHash('sha256');
  let there = goesOn ? start : 0;
  const target = await open(part, goesOn ? 'a' : 'w');
  try {
    guard.received();
    for await (const bytes of response.body ?? []) {
      guard.received();
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
    guard.end();
    await target.close();
  }
  if (there < file.size) throw new CutOff(file, there, response);
  return hash.digest('hex');
}

/** A connection that ended before all bytes had arrived. */
class CutOff extends ConnectionError {
  override name = 'ConnectionError';

  constructor({ name, size }: Downloadable, there: number, response: Response, cause?: unknown) {
    super(`The download of ${name} from ${hostOf(response)} was cut off after ${there} of ${size} bytes.`, { cause });
  }
}
