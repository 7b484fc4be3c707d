import type { Logger } from '@rotamer/kit/log.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * One line per request, written when its connection is done with it. It names the route, not the URL: paths and query
 * strings may carry secrets.
 */
export function logRequest(log: Logger) {
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const started = performance.now();
    reply.raw.once('close', () => {
      const line = {
        request_id: request.id,
        method: request.method,
        route: request.is404 ? null : request.routeOptions.url,
        // Nginx's number for a client that went away before it was answered.
        status: reply.raw.headersSent ? reply.raw.statusCode : 499,
        ms: Math.round(performance.now() - started),
        workspace_id: request.credential?.workspaceId,
        key_id: request.credential?.keyId,
        code: request.fault?.code,
      };
      if (line.status >= 500) log.error({ ...line, err: request.fault?.cause }, 'request failed');
      else log.info(line, 'request');
    });
    done();
  };
}
