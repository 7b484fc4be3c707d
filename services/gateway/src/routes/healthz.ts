import type { FastifyInstance } from 'fastify';

/** GET /healthz: the process answers, and goes on to do so: 503 once it is to stop. Not part of the API. */
export function healthz(app: FastifyInstance): void {
  let stopping = false;
  app.addHook('preClose', async () => {
    stopping = true;
  });
  app.get('/healthz', { config: { unlimited: true } }, async (_, reply) => {
    return stopping ? reply.code(503).send({ status: 'stopping' }) : { status: 'ok' };
  });
}
