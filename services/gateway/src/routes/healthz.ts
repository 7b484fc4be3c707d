import type { FastifyInstance } from 'fastify';

/** GET /healthz: liveness and readiness; 503 once the process is shutting down. Not part of the API. */
export function healthz(app: FastifyInstance): void {
  let stopping = false;
  app.addHook('preClose', async () => {
    stopping = true;
  });
  app.get('/healthz', { config: { unlimited: true } }, async (_, reply) => {
    return stopping ? reply.code(503).send({ status: 'stopping' }) : { status: 'ok' };
  });
}
