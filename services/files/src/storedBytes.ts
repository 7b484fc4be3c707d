import type { Blobs } from '@rotamer/kit/blobs/blobs.ts';
import { Fault } from '@rotamer/kit/fault.ts';

/**
 * An object's bytes, as a stream.
 *
 * @throws service_unavailable when the store does not give them, or not as many as were sent
 */
export async function* storedBytes(
  blobs: Pick<Blobs, 'get'>,
  sent: { key: string; size: number },
): AsyncGenerator<Uint8Array> {
  const blob = await blobs.get(sent.key).catch(away);
  if (!blob) throw damaged();
  try {
    if (blob.size !== sent.size) throw damaged();
    for await (const chunk of blob.body) yield chunk;
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

/** What is stored is not what was sent. */
export function damaged(): Fault {
  return new Fault('service_unavailable', 'The file did not arrive in the store as it was sent.', {
    retryAfterSeconds: 1,
  });
}
