import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { MAX_FILE_BYTES } from '@rotamer/domain/limits.ts';
import { malformed } from '@rotamer/kit/http/multipart.ts';
import { tooLarge } from './sendToStore.ts';

/**
 * Returns the SHA-256, in hex, of a file as it arrives. Stores none of it.
 *
 * @throws payload_too_large at the first excess byte, validation_error for a form that is truncated.
 */
export async function digestOf(file: Readable): Promise<string> {
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const chunk of file) {
      bytes += chunk.length;
      if (bytes > MAX_FILE_BYTES) throw tooLarge();
      hash.update(chunk);
    }
  } catch (error) {
    if (file.errored) throw malformed(file.errored);
    throw error;
  }
  return hash.digest('hex');
}
