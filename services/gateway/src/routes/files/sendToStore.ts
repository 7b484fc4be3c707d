import { Readable } from 'node:stream';
import { MAX_FILE_BYTES } from '@rotamer/domain/limits.ts';
import type { Inspection } from '@rotamer/inspection/inspection.ts';
import { Lost } from '@rotamer/inspection/thread/messages.ts';
import type { Inspections } from '@rotamer/inspection/thread/startInspections.ts';
import type { Blobs, StoredBlob } from '@rotamer/kit/blobs/blobs.ts';
import { Fault } from '@rotamer/kit/errors/fault.ts';
import { storeFault } from '@rotamer/kit/errors/storeFault.ts';
import { malformed } from '@rotamer/kit/http/multipart.ts';

/** Storage reserved for an upload. */
export interface Reservation {
  workspaceId: string;
  key: string;
  /** Bytes. */
  reservedBytes: number;
  /** The file's name. */
  originalName: string;
}

export interface SentFile extends StoredBlob {
  inspection: Inspection;
}

/**
 * Streams a file to the blob store and to an inspection at the same time. Memory holds only the bytes that the slower of the two has not
 * consumed yet. When one fails, the other is aborted. An inspection that was lost, usually because of another file in the same
 * thread, is repeated from the store.
 *
 * @throws payload_too_large or storage_quota_exceeded at the first excess byte, validation_error for a form that is
 * truncated, service_unavailable when the store or the inspection fails. The store then keeps nothing.
 */
export async function sendToStore(
  blobs: Pick<Blobs, 'put' | 'get'>,
  inspections: Inspections,
  { workspaceId, key, reservedBytes, originalName }: Reservation,
  file: Readable,
  signal: AbortSignal,
): Promise<SentFile> {
  const inspection = inspections.open(originalName, workspaceId);
  signal.addEventListener('abort', inspection.giveUp);
  /** Why the upload was stopped, unless the client or the store caused it. */
  let refusal: unknown;
  /** Yields the client's bytes. Only an error of the form itself is the client's; a failing store ends this generator as well. */
  async function* sent() {
    try {
      yield* file;
    } catch (error) {
      refusal ??= malformed(error as Error);
      throw error;
    }
  }
  async function* inspected() {
    let bytes = 0;
    for await (const chunk of sent()) {
      bytes += chunk.length;
      if (bytes > MAX_FILE_BYTES) refusal = tooLarge();
      else if (bytes > reservedBytes) refusal = quotaExceeded();
      else await inspection.add(chunk).catch((error) => (refusal = isLost(error) ? undefined : error));
      if (refusal) throw refusal;
      yield chunk;
    }
    inspection.end();
  }
  try {
    const stored = await blobs.put(key, Readable.from(inspected(), { objectMode: false }), signal).catch((error) => {
      if (refusal) throw refusal;
      signal.throwIfAborted();
      return storeUnavailable(error);
    });
    const verdict = await inspection.verdict.catch((error) => {
      if (!isLost(error)) throw error;
      return inspections.again(originalName, workspaceId, () => bytesOf(blobs, key));
    });
    return { ...stored, inspection: verdict };
  } finally {
    inspection.giveUp();
    file.destroy();
  }
}

function isLost(error: unknown): boolean {
  return error instanceof Lost;
}

/** Yields the stored file, for another inspection. */
async function* bytesOf(blobs: Pick<Blobs, 'get'>, key: string): AsyncGenerator<Uint8Array> {
  const stored = await blobs.get(key).catch(storeUnavailable);
  if (!stored) storeUnavailable();
  yield* stored.body;
}

function storeUnavailable(cause?: unknown): never {
  throw storeFault(cause);
}

export function tooLarge(): Fault {
  return new Fault('payload_too_large', `The file is larger than ${MAX_FILE_BYTES / 1024 / 1024} MiB.`, {
    resolution: 'Upload a smaller file.',
  });
}

function quotaExceeded(): Fault {
  return new Fault('storage_quota_exceeded', 'The file exceeds the remaining storage quota.');
}
