import { createHash } from 'node:crypto';
import type { Blobs } from '@rotamer/kit/blobs/blobs.ts';
import { Fault } from '@rotamer/kit/errors/fault.ts';
import { storeFault } from '@rotamer/kit/errors/storeFault.ts';

/** An object that the gateway wrote to the blob store. */
export interface Sent {
  key: string;
  /** Bytes. */
  size: number;
  /** Hex. */
  sha256: string;
}

/**
 * Returns an object's bytes as a stream that verifies size and SHA-256 at the end.
 *
 * @throws service_unavailable when they differ from what was sent, or the store is unavailable
 */
export async function* bytesAsSent(blobs: Pick<Blobs, 'get'>, sent: Sent): AsyncGenerator<Uint8Array> {
  const blob = await blobs.get(sent.key).catch(unavailable);
  if (!blob) throw damaged();
  const digest = createHash('sha256');
  try {
    if (blob.size !== sent.size) throw damaged();
    for await (const chunk of blob.body) {
      digest.update(chunk);
      yield chunk;
    }
    if (digest.digest('hex') !== sent.sha256) throw damaged();
  } catch (error) {
    unavailable(error);
  } finally {
    blob.body.destroy();
  }
}

/**
 * Reads an object to its end, to verify that the store has the bytes that were sent.
 *
 * @throws service_unavailable as `bytesAsSent` does
 */
export async function proveStored(blobs: Pick<Blobs, 'get'>, sent: Sent): Promise<void> {
  for await (const chunk of bytesAsSent(blobs, sent)) release(chunk);
}

/** Returns the same iterator without its `return` method, so that a loop that ends early does not close it. */
export function unended(bytes: AsyncIterator<Uint8Array>): AsyncIterable<Uint8Array> {
  return { [Symbol.asyncIterator]: () => ({ next: () => bytes.next() }) };
}

/** Reads the rest of a stream, so that the bytes its reader did not need are verified too. */
export async function readRest(bytes: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _rest of bytes);
}

/**
 * Frees the memory of a chunk that nothing else uses. If the garbage collector has to free 50 MB of chunks, it runs
 * four full collections, a third of the cost of a verification (measured).
 */
function release({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

function unavailable(cause: unknown): never {
  if (cause instanceof Fault) throw cause;
  throw storeFault(cause);
}

function damaged(): Fault {
  return new Fault('service_unavailable', 'The stored file does not match what was sent; upload it again.', {
    retryAfterSeconds: 1,
  });
}
