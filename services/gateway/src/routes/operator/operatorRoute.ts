import { Fault, notFound } from '@rotamer/kit/errors/fault.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { callScope } from '../../request/callScope.ts';

/** Returns the mail addresses of a setting, in lower case. */
export function readOperators(text: string): ReadonlySet<string> {
  return new Set(
    text
      .split(',')
      .map((one) => one.trim().toLowerCase())
      .filter(Boolean),
  );
}

/**
 * GET /operator: whether the caller is an operator. GET /operator/overview: what the operator's page of the console shows. Both stand
 * beside the public API: only sessions of people whose addresses the setting names get them. For everybody else, also with an API
 * key, the routes do not exist.
 */
export function operatorRoute(
  app: FastifyInstance,
  { operators, readOverview, sessions }: Pick<Deps, 'operators' | 'readOverview' | 'sessions'>,
): void {
  async function requireOperator({ credential }: FastifyRequest): Promise<void> {
    if (!credential) throw new Fault('unauthorized', 'The session is missing or invalid.');
    if (operators.size === 0 || credential.kind !== 'session') throw notFound('route');
    const { email } = await sessions.person(credential.userId);
    if (!operators.has(email.toLowerCase())) throw notFound('route');
  }

  app.get('/operator', async (request, reply) => {
    await requireOperator(request);
    return reply.header('cache-control', 'private, no-store').send({ object: 'operator' });
  });

  app.get('/operator/overview', async (request, reply) => {
    await requireOperator(request);
    const overview = await readOverview(callScope(request, reply));
    return reply.header('cache-control', 'private, no-store').send(overview);
  });
}
