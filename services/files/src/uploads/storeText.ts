import { Readable } from 'node:stream';
import { MAX_CONTENT_BYTES } from '@rotamer/domain/limits.ts';
import { decodeText } from '@rotamer/inspection/decodeText.ts';
import type { Decoding } from '@rotamer/inspection/inspection.ts';
import type { Blobs, StoredBlob } from '@rotamer/kit/blobs/blobs.ts';
import { Fault, validationFault } from '@rotamer/kit/errors/fault.ts';
import { storeFault } from '@rotamer/kit/errors/storeFault.ts';
import { bytesAsSent, readRest, type Sent, unended } from './bytesAsSent.ts';

/**
 * Stores the text of an upload in UTF-8 under another key, while verifying that the bytes are the ones that were sent.
 *
 * @throws validation_error for a text larger than any job accepts; service_unavailable as `bytesAsSent` does, or when
 * the store fails to write the text
 */
export async function storeText(
  blobs: Pick<Blobs, 'get' | 'put'>,
  sent: Sent,
  decoding: Decoding,
  key: string,
): Promise<StoredBlob> {
  let refusal: unknown;
  async function* decoded() {
    let size = 0;
    const bytes = bytesAsSent(blobs, sent);
    try {
      for await (const chunk of decodeText(unended(bytes), decoding)) {
        size += chunk.length;
        if (size > MAX_CONTENT_BYTES) throw tooLarge();
        yield chunk;
      }
      await readRest(bytes);
    } catch (error) {
      // The store may replace the stream's error with its own.
      if (error instanceof Fault) refusal = error;
      throw error;
    } finally {
      await bytes.return(undefined);
    }
  }
  return blobs.put(key, Readable.from(decoded(), { objectMode: false })).catch((error) => {
    throw refusal ?? storeFault(error);
  });
}

function tooLarge(): Fault {
  const message = `has more than ${MAX_CONTENT_BYTES / 1024 ** 2} MiB as text in UTF-8; no job takes more. Upload it in parts.`;
  return validationFault([{ path: 'file', message }]);
}
