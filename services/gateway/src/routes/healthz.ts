import type { FastifyInstance } from 'fastify';

/** GET /healthz: the process answers. Not part of the API. */
export function healthz(app: FastifyInstance): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
}
