import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/**
 * Adds a HEAD route to every GET route that is registered from now on, with the same checks and headers but without the body (RFC
 * 9110, 9.3.2). A streamed body is closed unread.
 */
export function addHeadRoutes(app: FastifyInstance): void {
  app.addHook('onRoute', function (route) {
    if (route.method === 'GET') this.route({ ...route, url: route.routePath, method: 'HEAD' });
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.method !== 'HEAD') return done();
    if (typeof payload === 'string' || Buffer.isBuffer(payload)) {
      reply.header('content-length', Buffer.byteLength(payload));
    } else (payload as Readable | null | undefined)?.destroy?.();
    done(null, null);
  });
}
