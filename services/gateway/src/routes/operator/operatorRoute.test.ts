import fastify, { type FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import type { Credential } from '../../access/credential.ts';
import type { Overview } from '../../operator/readOverview.ts';
import { operatorRoute, readOperators } from './operatorRoute.ts';

const overview: Overview = {
  object: 'operator_overview',
  tools: { total: 2, unavailable: ['vina-dock'] },
  users: [],
  dead_letters: [],
  audit: [],
};

/** Asks for the overview as a person, or with a key. */
async function ask(operators: string, credential: Partial<Credential> | undefined): Promise<number> {
  const app = fastify();
  app.decorateRequest('credential');
  app.decorateRequest('callScope');
  app.addHook('onRequest', async (request: FastifyRequest) => {
    request.credential = credential as Credential;
    request.callScope = {} as never;
  });
  app.setErrorHandler((error, _request, reply) =>
    reply.code((error as { code?: string }).code === 'not_found' ? 404 : 401).send(),
  );
  const sessions = { person: async () => ({ email: 'Ada@example.org', name: 'Ada' }) };
  operatorRoute(app, {
    operators: readOperators(operators),
    readOverview: async () => overview,
    sessions: sessions as never,
  });
  const { statusCode } = await app.inject('/operator/overview');
  await app.close();
  return statusCode;
}

it.each([
  ['ada@example.org', { kind: 'session', userId: 'usr_1' }, 200],
  [' bob@example.org, ADA@example.org ', { kind: 'session', userId: 'usr_1' }, 200],
  ['bob@example.org', { kind: 'session', userId: 'usr_1' }, 404],
  ['', { kind: 'session', userId: 'usr_1' }, 404],
  ['ada@example.org', { kind: 'key', userId: 'usr_1' }, 404],
  ['ada@example.org', undefined, 401],
] as const)('lets only sessions of operators read the overview: %j, %j', async (operators, credential, status) => {
  expect(await ask(operators, credential)).toBe(status);
});
