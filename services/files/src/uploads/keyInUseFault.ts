import { Fault } from '@rotamer/kit/errors/fault.ts';

/** An upload with the key is on its way: its client has to wait for that one, as long as nobody knows how it ends. */
export function keyInUseFault(): Fault {
  return new Fault('conflict', 'An upload with this idempotency key is still in progress.', {
    resolution: 'Repeat the request after the time in Retry-After.',
    details: { reason: 'idempotency_key_in_use' },
    retryAfterSeconds: 1,
  });
}
