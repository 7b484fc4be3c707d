import type { FastifyRequest } from 'fastify';

/** For routes with an optional body: a missing body and null count as `{}`. */
export async function optionalBody(request: FastifyRequest): Promise<void> {
  request.body ??= {};
}
