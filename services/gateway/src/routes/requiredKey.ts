import { validationFault } from '@rotamer/kit/errors/fault.ts';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { VISIBLE_ASCII } from './idempotencyKey.ts';

const NAME = 'Idempotency-Key';

/** The header as documented, for routes that do nothing without it; `requireKey` validates it, `requiredKey` of the operation documents it. */
export function keyHeader(description: string) {
  return Type.Object({
    [NAME]: Type.Optional(Type.String({ minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$', description })),
  });
}

/** The header of a response to a request that was made before. */
export const replayedHeader = { 'Idempotent-Replayed': { type: 'string', const: 'true' } };

/** Refuses a request without a usable key, naming the header as people write it. */
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
