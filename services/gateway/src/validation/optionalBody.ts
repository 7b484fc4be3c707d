import type { FastifyRequest } from 'fastify';

/** For routes whose body may be left out: none and null are the same as `{}`. */
export async function optionalBody(request: FastifyRequest): Promise<void> {
  request.body ??= {};
}
