import type { ServerResponse } from 'node:http';
import type { Fault } from '@rotamer/kit/errors/fault.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';
import { traceIdOf } from '@rotamer/kit/trace.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { securityHeaders } from '../static/securityHeaders.ts';
import { traceparentOf } from './traceparent.ts';

/** What the log will say of a request, as it becomes known. Stays in memory as long as the answer: hours, of an event stream. */
export interface RequestRecord {
  id: string;
  traceId: string | undefined;
  method: string;
  /** The route, not the URL: paths and query strings may carry secrets. */
  route: string | undefined;
  /** By performance.now(). */
  startedAt: number;
  workspaceId?: string;
  keyId?: string;
  /** What it was refused with. */
  fault?: Fault;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The trace that everything done for this request belongs to; set before anything else. */
    traceparent: string;
    /** Its `routeOptions`, which Fastify makes anew each time it is asked for them. */
    route: FastifyRequest['routeOptions'];
    record: RequestRecord;
  }
}

/**
 * Before anything else: security headers and the request id go on the answer, and one log line follows when the connection
 * is done with the request.
 */
export function beginRequest(log: Logger) {
  const headers = securityHeaders();
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const { id, method, routeOptions } = request;
    const traceparent = traceparentOf(request);
    const record = {
      id,
      traceId: traceIdOf(traceparent),
      method,
      route: routeOptions.url,
      startedAt: performance.now(),
    };
    request.traceparent = traceparent;
    request.route = routeOptions;
    request.record = record;
    reply.headers(headers).header('x-request-id', id);
    logAtEnd(log, record, reply.raw);
  };
}

/** Apart from Fastify's own objects, so that an answer that lasts does not keep them. */
function logAtEnd(log: Logger, record: RequestRecord, answer: ServerResponse): void {
  answer.on('close', () => logRequest(log, record, answer));
}

function logRequest(log: Logger, { fault, ...record }: RequestRecord, answer: ServerResponse): void {
  const line = {
    request_id: record.id,
    trace_id: record.traceId,
    method: record.method,
    route: record.route ?? null,
    // Nginx's number for a client that went away before it was answered.
    status: answer.headersSent ? answer.statusCode : 499,
    ms: Math.round(performance.now() - record.startedAt),
    workspace_id: record.workspaceId,
    key_id: record.keyId,
    code: fault?.code,
  };
  // A 503 without a cause is one of ours, for want of room: news once, not an error each time.
  if (line.status >= 500 && (line.status !== 503 || fault?.cause))
    log.error({ ...line, err: fault?.cause }, 'request failed');
  else log.info(line, 'request');
}
