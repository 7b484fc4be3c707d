import { createHash } from 'node:crypto';
import { inspectFile } from '@rotamer/inspection/inspect.ts';
import type { Inspection } from '@rotamer/inspection/inspection.ts';
import type { Blobs } from '@rotamer/kit/blobs/blobs.ts';
import { Fault } from '@rotamer/kit/fault.ts';
import type { File } from './file.ts';

/** What the bytes of a file say about it. */
export type Inspected = Pick<File, 'format' | 'mimeType' | 'previewKind' | 'textual' | 'units' | 'inspected'>;

/**
 * Reads an object once, as a stream: its format by content, and whether it is what was sent.
 *
 * @throws validation_error with `details.reason` for what must not be stored; service_unavailable when the object is not
 * there as it was sent.
 */
export async function inspectBlob(
  blobs: Pick<Blobs, 'get'>,
  sent: { key: string; size: number; sha256: string },
  filename: string,
): Promise<Inspected> {
  const blob = await blobs.get(sent.key).catch(away);
  if (!blob) throw damaged();
  const digest = createHash('sha256');
  async function* hashed(chunks: AsyncIterable<Uint8Array>) {
    try {
      for await (const chunk of chunks) {
        digest.update(chunk);
        yield chunk;
      }
    } catch (error) {
      away(error);
    }
  }
  const bytes = hashed(blob.body);
  try {
    if (blob.size !== sent.size) throw damaged();
    const inspection = await inspectFile(unended(bytes), filename);
    // What the inspection did not need to see belongs to the digest too.
    for await (const _rest of bytes);
    if (digest.digest('hex') !== sent.sha256) throw damaged();
    return accepted(inspection);
  } finally {
    blob.body.destroy();
  }
}

/** The same bytes, which stay readable when a loop over them ends early. */
function unended(bytes: AsyncIterator<Uint8Array>): AsyncIterable<Uint8Array> {
  return { [Symbol.asyncIterator]: () => ({ next: () => bytes.next() }) };
}

function accepted(inspection: Inspection): Inspected {
  if (!inspection.ok) {
    throw new Fault('validation_error', `file: ${inspection.message}`, {
      details: { reason: inspection.reason, errors: [{ path: 'file', message: inspection.message }] },
    });
  }
  const { format, mimeType, previewKind, textual, units } = inspection;
  return { format, mimeType, previewKind: previewKind ?? undefined, textual, units, inspected: true };
}

function away(cause: unknown): never {
  throw new Fault('service_unavailable', 'The file store does not answer.', { retryAfterSeconds: 5, cause });
}

function damaged(): Fault {
  return new Fault('service_unavailable', 'The file did not arrive in the store as it was sent.', {
    retryAfterSeconds: 1,
  });
}
