import { createHash, type Hash } from 'node:crypto';
import type { StoredBlob } from './blobs.ts';

/** The hash and the number of the bytes so far. */
export interface Sum {
  hash: Hash;
  /** Bytes. */
  size: number;
}

export function newSum(): Sum {
  return { hash: createHash('sha256'), size: 0 };
}

/** Adds bytes, or the UTF-8 bytes of a text, to the sum. Returns the bytes. */
export function addTo(sum: Sum, part: Uint8Array | string): Uint8Array {
  const bytes = typeof part === 'string' ? Buffer.from(part) : part;
  sum.hash.update(bytes);
  sum.size += bytes.length;
  return bytes;
}

/** Passes chunks through and adds them to the sum. The bytes are not copied. */
export async function* measured(chunks: AsyncIterable<Buffer | string>, sum: Sum): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) yield addTo(sum, chunk);
}

export function stored({ hash, size }: Sum): StoredBlob {
  return { size, sha256: hash.digest('hex') };
}
