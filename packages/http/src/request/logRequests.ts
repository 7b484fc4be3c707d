import type { Logger } from '@rotamer/kit/process/log.ts';
import { durations } from '@rotamer/kit/telemetry/measures.ts';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The error behind the response, for the log. */
    cause?: unknown;
  }
}

/** Logs a line for each request, with its route: paths and queries may name what is private. */
export function logRequests(app: FastifyInstance, log: Logger): void {
  const duration = durations('http_server_request_duration', 'Requests answered, by route');
  app.decorateRequest('cause');
  app.addHook('onRequest', async (request, reply) => {
    const startedAt = performance.now();
    reply.raw.on('close', () => {
      const ms = performance.now() - startedAt;
      const status = reply.raw.headersSent ? reply.raw.statusCode : 499;
      const route = request.routeOptions.url ?? 'unknown';
      const line = { method: request.method, route, status, ms: Math.round(ms) };
      duration.record(ms / 1000, { route, method: request.method, status_class: `${Math.floor(status / 100)}xx` });
      if (status >= 500) log.error({ ...line, err: request.cause }, 'request failed');
      else log.info(line, 'request');
    });
  });
}
