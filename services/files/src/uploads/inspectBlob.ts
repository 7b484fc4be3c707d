import { accepted } from '@rotamer/inspection/accepted.ts';
import type { Decoding } from '@rotamer/inspection/inspection.ts';
import type { Blobs } from '@rotamer/kit/blobs/blobs.ts';
import type { File } from '../file/file.ts';
import { bytesAsSent, readRest, type Sent, unended } from './bytesAsSent.ts';

/** What an inspection finds in the bytes of a file. */
export type Inspected = Pick<File, 'format' | 'mimeType' | 'previewKind' | 'textual' | 'units' | 'inspected'> & {
  /** How the bytes become text in UTF-8, where they are not. */
  decoding?: Decoding;
};

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
    await readRest(bytes);
    const { previewKind, ...found } = accepted(inspection);
    return { ...found, previewKind: previewKind ?? undefined, inspected: true };
  } finally {
    await bytes.return(undefined);
  }
}
