import { Fault } from '@rotamer/kit/errors/fault.ts';

/** The key has made another file. */
export function keyReusedFault(): Fault {
  return new Fault('conflict', 'This idempotency key was already used for a different request.', {
    resolution: 'Send the same file with the same fields again, or use a new idempotency key.',
    details: { reason: 'idempotency_key_reused' },
  });
}

/** An upload with the key is on its way: its client has to wait for that one, as long as nobody knows how it ends. */
export function keyInUseFault(): Fault {
  return new Fault('conflict', 'An upload with this idempotency key is still in progress.', {
    resolution: 'Repeat the request after the time in Retry-After.',
    details: { reason: 'idempotency_key_in_use' },
    retryAfterSeconds: 1,
  });
}
