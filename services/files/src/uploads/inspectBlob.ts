import type { Decoding } from '@rotamer/inspection/inspection.ts';
import { accepted } from '@rotamer/inspection/inspection.ts';
import type { Blobs } from '@rotamer/kit/blobs/blobs.ts';
import type { File } from '../file/file.ts';
import { bytesAsSent, readRest, type Sent, unended } from './bytesAsSent.ts';

/** The findings of an inspection of a file's bytes. */
export type Inspected = Pick<File, 'format' | 'mimeType' | 'previewKind' | 'textual' | 'units' | 'inspected'> & {
  /** How to decode the bytes to text; absent for bytes that are already UTF-8. */
  decoding?: Decoding;
};

/**
 * Inspects an object while verifying that it has the bytes that were sent; reads it once as a stream.
 *
 * @throws validation_error with `details.reason` for content that must not be stored; service_unavailable when the
 * stored object is missing or differs from what was sent.
 */
export async function inspectBlob(blobs: Pick<Blobs, 'get'>, sent: Sent, filename: string): Promise<Inspected> {
  // Loaded at the first use, which is rare: usually the gateway has inspected the file.
  const { inspectFile } = await import('@rotamer/inspection/inspect.ts');
  const bytes = bytesAsSent(blobs, sent);
  try {
    const inspection = await inspectFile(unended(bytes), filename);
    await readRest(bytes);
    const { previewKind, ...found } = accepted(inspection);
    return { ...found, previewKind: previewKind ?? undefined, inspected: true };
  } finally {
    await bytes.return(undefined);
  }
}
