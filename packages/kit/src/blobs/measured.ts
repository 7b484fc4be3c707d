import { createHash, type Hash } from 'node:crypto';
import type { StoredBlob } from './blobs.ts';

/** What has passed so far. */
export interface Sum {
  hash: Hash;
  /** Bytes. */
  size: number;
}

export function newSum(): Sum {
  return { hash: createHash('sha256'), size: 0 };
}

/** Hashes and counts what passes; the bytes themselves are not copied. */
export async function* measured(chunks: AsyncIterable<Buffer | string>, sum: Sum): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    sum.hash.update(bytes);
    sum.size += bytes.length;
    yield bytes;
  }
}

export function stored({ hash, size }: Sum): StoredBlob {
  return { size, sha256: hash.digest('hex') };
}
