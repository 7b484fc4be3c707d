// The baseline of every HTTP figure: a minimal fastify server that sends a fixed text.

import { fastify } from 'fastify';
import { answerParent } from '../child.ts';

answerParent(async ({ body, type = 'application/json' }: { body: string; type?: string }) => {
  const app = fastify({ logger: false });
  app.get('/', async (_, reply) => reply.type(`${type}; charset=utf-8`).send(body));
  return app.listen({ host: '127.0.0.1', port: 0 });
});
