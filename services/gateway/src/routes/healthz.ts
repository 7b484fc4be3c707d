import type { FastifyInstance } from 'fastify';

/** GET /healthz: the process answers. Not part of the API. */
export function healthz(app: FastifyInstance): void {
  app.get('/healthz', { config: { unlimited: true } }, async () => ({ status: 'ok' }));
}
