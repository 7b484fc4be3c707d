import { open, rename, rm } from 'node:fs/promises';
import { ConnectionError } from '../http/errors.ts';
import { hostOf } from '../http/openLinked.ts';
import type { DownloadOptions } from './downloadFile.ts';
import { isLocal, stallGuard } from './stallGuard.ts';

/**
 * Downloads bytes that the server makes while it sends them, so that they have neither a length nor ranges, into `<path>.part`, and renames
 * it once the response has ended well.
 *
 * @returns the size in bytes
 * @throws ConnectionError when the connection was cut off; the partial file is deleted
 */
export async function fetchWhole(
  openBytes: (signal: AbortSignal) => Promise<Response>,
  path: string,
  { signal, onBytes }: DownloadOptions = {},
): Promise<number> {
  const guard = stallGuard(signal);
  const part = `${path}.part`;
  let size = 0;
  try {
    const response = await openBytes(guard.signal);
    const target = await open(part, 'w');
    try {
      guard.received();
      for await (const bytes of response.body ?? []) {
        guard.received();
        await target.write(bytes);
        size += bytes.length;
        onBytes?.(size);
      }
      await target.sync();
    } catch (cause) {
      if (signal?.aborted || isLocal(cause)) throw cause;
      throw new CutOff(path, size, response, cause);
    } finally {
      await target.close();
    }
    await rename(part, path);
    return size;
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  } finally {
    guard.end();
  }
}

class CutOff extends ConnectionError {
  override name = 'ConnectionError';

  constructor(path: string, size: number, response: Response, cause: unknown) {
    super(
      `The download of ${path} from ${hostOf(response)} was cut off after ${size} bytes, and a compressed archive cannot go on. ` +
        'Download it again, or as a .tar without compression, which goes on where it was cut off.',
      { cause },
    );
  }
}
