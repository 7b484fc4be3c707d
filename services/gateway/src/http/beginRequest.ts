import type { Logger } from '@rotamer/kit/log.ts';
import { traceIdOf } from '@rotamer/kit/trace.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { securityHeaders } from './securityHeaders.ts';
import { traceparentOf } from './traceparent.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The trace that everything done for this request belongs to; set before anything else. */
    traceparent: string;
    /** Its `routeOptions`, which Fastify makes anew each time it is asked for them. */
    route: FastifyRequest['routeOptions'];
  }
}

/**
 * Before anything else: security headers and the request id go on the answer, and one log line follows when the connection
 * is done with the request. The line names the route, not the URL: paths and query strings may carry secrets.
 */
export function beginRequest(log: Logger) {
  const headers = securityHeaders();
  return (request: FastifyRequest, reply: FastifyReply): void => {
    request.traceparent = traceparentOf(request);
    request.route = request.routeOptions;
    reply.headers(headers).header('x-request-id', request.id);
    reply.raw.once('close', () => logRequest(log, request, reply));
  };
}

function logRequest(log: Logger, request: FastifyRequest, reply: FastifyReply): void {
  const line = {
    request_id: request.id,
    trace_id: traceIdOf(request.traceparent),
    method: request.method,
    route: request.route.url ?? null,
    // Nginx's number for a client that went away before it was answered.
    status: reply.raw.headersSent ? reply.raw.statusCode : 499,
    ms: Math.round(reply.elapsedTime),
    workspace_id: request.credential?.workspaceId,
    key_id: request.credential?.keyId,
    code: request.fault?.code,
  };
  // A 503 without a cause is one of ours, for want of room: news once, not an error each time.
  if (line.status >= 500 && (line.status !== 503 || request.fault?.cause))
    log.error({ ...line, err: request.fault?.cause }, 'request failed');
  else log.info(line, 'request');
}
