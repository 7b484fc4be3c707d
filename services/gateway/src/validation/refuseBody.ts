import { pathText } from '@rotamer/api/validation/pathText.ts';
import { MAX_PROBLEMS, validationFault } from '@rotamer/kit/errors/fault.ts';
import type { FastifyRequest } from 'fastify';

/** For routes without a body: accepts a missing body, null and `{}`. Any field is refused as unknown. */
export async function refuseBody({ body }: FastifyRequest): Promise<void> {
  if (body === undefined || body === null) return;
  const fields = typeof body === 'object' && !Array.isArray(body) ? Object.keys(body) : [];
  if (typeof body !== 'object' || Array.isArray(body)) {
    throw validationFault([{ path: 'body', message: 'must be empty' }]);
  }
  if (fields.length === 0) return;
  throw validationFault(
    fields.slice(0, MAX_PROBLEMS).map((field) => ({ path: pathText([field]), message: 'is not a known field' })),
    fields.length,
  );
}
