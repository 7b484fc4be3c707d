import { validationFault } from '@rotamer/kit/errors/fault.ts';
import type { FastifyRequest } from 'fastify';
import { VISIBLE_ASCII } from './idempotencyKey.ts';

const NAME = 'Idempotency-Key';

/** Refuses a request without a valid idempotency key. The message spells the header as documentation does. */
export async function requireKey(request: FastifyRequest): Promise<void> {
  const key = request.headers[NAME.toLowerCase()];
  if (key === undefined) {
    throw validationFault([{ path: NAME, message: 'is required: send a new key with every new request' }]);
  }
  if (typeof key === 'string' && VISIBLE_ASCII.test(key)) return;
  throw validationFault([{ path: NAME, message: 'must be 1 to 255 visible ASCII characters' }]);
}

/** The key of a request that `requireKey` has passed. */
export function keyOfRequest({ headers }: { headers: FastifyRequest['headers'] }): string {
  return headers[NAME.toLowerCase()] as string;
}
