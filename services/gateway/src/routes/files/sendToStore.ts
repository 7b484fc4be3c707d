import { Readable } from 'node:stream';
import type { Blobs, StoredBlob } from '@rotamer/kit/blobs/blobs.ts';
import { Fault } from '@rotamer/kit/fault.ts';
import { malformed } from './multipart.ts';

/** The largest file, in bytes. */
export const MAX_FILE_BYTES = 50 * 1024 * 1024;

/** Room that was reserved for an upload. */
export interface Reservation {
  key: string;
  /** Bytes. */
  reservedBytes: number;
}

/**
 * Streams a file to the blob store as it arrives; never more of it is in memory than the store has not taken yet.
 *
 * @throws payload_too_large or storage_quota_exceeded at the first byte too many, validation_error for a form that is
 * cut in the middle, service_unavailable when the store does not take it. The store then has nothing.
 */
export async function sendToStore(
  blobs: Pick<Blobs, 'put'>,
  { key, reservedBytes }: Reservation,
  file: Readable,
  signal: AbortSignal,
): Promise<StoredBlob> {
  let refused: Fault | undefined;
  async function* measured() {
    let bytes = 0;
    for await (const chunk of file) {
      bytes += chunk.length;
      if (bytes > MAX_FILE_BYTES) refused = tooLarge();
      else if (bytes > reservedBytes) refused = quotaExceeded();
      if (refused) throw refused;
      yield chunk;
    }
  }
  try {
    return await blobs.put(key, Readable.from(measured(), { objectMode: false }), signal);
  } catch (error) {
    if (refused) throw refused;
    if (file.errored) throw malformed(file.errored);
    signal.throwIfAborted();
    throw new Fault('service_unavailable', 'The file store does not answer.', { retryAfterSeconds: 5, cause: error });
  } finally {
    file.destroy();
  }
}

export function tooLarge(): Fault {
  return new Fault('payload_too_large', `The file is larger than ${MAX_FILE_BYTES / 1024 / 1024} MiB.`, {
    resolution: 'Send a smaller file.',
  });
}

function quotaExceeded(): Fault {
  return new Fault('storage_quota_exceeded', 'The file is larger than what is left of the storage quota.');
}
