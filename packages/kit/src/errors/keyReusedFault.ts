import { Fault } from './fault.ts';

/** Returns the fault of an idempotency key that was already used for a different request. */
export function keyReusedFault(): Fault {
  return new Fault('conflict', 'This idempotency key was already used for a different request.', {
    resolution: 'Send the same request again, or use a new idempotency key.',
    details: { reason: 'idempotency_key_reused' },
  });
}
