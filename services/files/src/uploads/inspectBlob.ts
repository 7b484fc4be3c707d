import { accepted } from '@rotamer/inspection/accepted.ts';
import { inspectFile } from '@rotamer/inspection/inspect.ts';
import type { Blobs } from '@rotamer/kit/blobs/blobs.ts';
import type { File } from '../file/file.ts';
import { bytesAsSent, type Sent } from './bytesAsSent.ts';

/** What the bytes of a file say about it. */
export type Inspected = Pick<File, 'format' | 'mimeType' | 'previewKind' | 'textual' | 'units' | 'inspected'>;

/**
 * Reads an object once, as a stream: its format by content, and whether it is what was sent.
 *
 * @throws validation_error with `details.reason` for what must not be stored; service_unavailable when the object is not
 * there as it was sent.
 */
export async function inspectBlob(blobs: Pick<Blobs, 'get'>, sent: Sent, filename: string): Promise<Inspected> {
  const bytes = bytesAsSent(blobs, sent);
  try {
    const inspection = await inspectFile(unended(bytes), filename);
    // What the inspection did not need to see is compared too.
    for await (const _rest of bytes);
    const { format, mimeType, previewKind, textual, units } = accepted(inspection);
    return { format, mimeType, previewKind: previewKind ?? undefined, textual, units, inspected: true };
  } finally {
    await bytes.return(undefined);
  }
}

/** The same bytes, which stay readable when a loop over them ends early. */
function unended(bytes: AsyncIterator<Uint8Array>): AsyncIterable<Uint8Array> {
  return { [Symbol.asyncIterator]: () => ({ next: () => bytes.next() }) };
}
