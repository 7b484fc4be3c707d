import { createHash } from 'node:crypto';
import type { Blobs } from '@rotamer/kit/blobs/blobs.ts';
import { Fault } from '@rotamer/kit/fault.ts';

/** What was given to the store. */
export interface Sent {
  key: string;
  /** Bytes. */
  size: number;
  /** Hex. */
  sha256: string;
}

/**
 * An object's bytes, as a stream. Whoever has read them to the end knows that the store holds what it was given.
 *
 * @throws service_unavailable when it does not, or does not answer
 */
export async function* bytesAsSent(blobs: Pick<Blobs, 'get'>, sent: Sent): AsyncGenerator<Uint8Array> {
  const blob = await blobs.get(sent.key).catch(away);
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
    away(error);
  } finally {
    blob.body.destroy();
  }
}

function away(cause: unknown): never {
  if (cause instanceof Fault) throw cause;
  throw new Fault('service_unavailable', 'The file store does not answer.', { retryAfterSeconds: 5, cause });
}

function damaged(): Fault {
  return new Fault('service_unavailable', 'The file did not arrive in the store as it was sent.', {
    retryAfterSeconds: 1,
  });
}
