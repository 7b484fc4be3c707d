import { accepted } from '@rotamer/inspection/accepted.ts';
import type { Blobs } from '@rotamer/kit/blobs/blobs.ts';
import type { File } from '../file/file.ts';
import { bytesAsSent, type Sent } from './bytesAsSent.ts';

/** What an inspection finds in the bytes of a file. */
export type Inspected = Pick<File, 'format' | 'mimeType' | 'previewKind' | 'textual' | 'units' | 'inspected'>;

/**
 * Inspects an object while verifying that it is what was sent, reading it once as a stream.
 *
 * @throws validation_error with `details.reason` for what must not be stored; service_unavailable when the object is not
 * there as it was sent.
 */
export async function inspectBlob(blobs: Pick<Blobs, 'get'>, sent: Sent, filename: string): Promise<Inspected> {
  // Loaded when it is first needed, which is seldom: usually the gateway has inspected the file.
  const { inspectFile } = await import('@rotamer/inspection/inspect.ts');
  const bytes = bytesAsSent(blobs, sent);
  try {
    const inspection = await inspectFile(unended(bytes), filename);
    // The rest, which the inspection did not need, is verified too.
    for await (const _rest of bytes);
    const { format, mimeType, previewKind, textual, units } = accepted(inspection);
    return { format, mimeType, previewKind: previewKind ?? undefined, textual, units, inspected: true };
  } finally {
    await bytes.return(undefined);
  }
}

/** The same iterator, which is not closed when a loop over it ends early. */
function unended(bytes: AsyncIterator<Uint8Array>): AsyncIterable<Uint8Array> {
  return { [Symbol.asyncIterator]: () => ({ next: () => bytes.next() }) };
}
