import { Fault } from '@rotamer/kit/errors/fault.ts';

/**
 * Returns the refusal of an upload whose key belongs to an upload in progress. The client has to wait, because the
 * outcome of that upload is not known yet.
 */
export function keyInUseFault(): Fault {
  return new Fault('conflict', 'An upload with this idempotency key is still in progress.', {
    resolution: 'Repeat the request after the time in Retry-After.',
    details: { reason: 'idempotency_key_in_use' },
    retryAfterSeconds: 1,
  });
}
