import { validationFault } from '@rotamer/kit/errors/fault.ts';
import type { FastifyRequest } from 'fastify';
import { pathText } from './pathText.ts';

/** For routes that take no body: none, null and `{}` are the same, and a field of any name is unknown. */
export async function refuseBody({ body }: FastifyRequest): Promise<void> {
  if (body === undefined || body === null) return;
  const fields = typeof body === 'object' && !Array.isArray(body) ? Object.keys(body) : [];
  if (typeof body !== 'object' || Array.isArray(body)) {
    throw validationFault([{ path: 'body', message: 'must be empty' }]);
  }
  if (fields.length === 0) return;
  throw validationFault(
    fields.slice(0, 100).map((field) => ({ path: pathText([field]), message: 'is not a known field' })),
  );
}
