import type { ServerResponse } from 'node:http';
import type { Span } from '@opentelemetry/api';
import type { Fault } from '@rotamer/kit/errors/fault.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';
import { type Durations, durations } from '@rotamer/kit/telemetry/measures.ts';
import { failSpan } from '@rotamer/kit/telemetry/spans.ts';
import { traceFields } from '@rotamer/kit/telemetry/traceparent.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { securityHeaders } from '../static/securityHeaders.ts';
import { traceOf } from './requestSpan.ts';

/** What the log will say of a request, as it becomes known. Stays in memory as long as the answer: hours, of an event stream. */
export interface RequestRecord {
  id: string;
  traceparent: string;
  /** When its trace is recorded. */
  span: Span | undefined;
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
  const duration = durations('http_server_request_duration', 'Requests answered, by route');
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const { id, method, routeOptions } = request;
    const { traceparent, span } = traceOf(request.raw, routeOptions.url);
    const record = {
      id,
      traceparent,
      span,
      method,
      route: routeOptions.url,
      startedAt: performance.now(),
    };
    request.traceparent = traceparent;
    request.route = routeOptions;
    request.record = record;
    reply.headers(headers).header('x-request-id', id);
    logAtEnd(log, duration, record, reply.raw);
  };
}

/** Apart from Fastify's own objects, so that an answer that lasts does not keep them. */
function logAtEnd(log: Logger, duration: Durations, record: RequestRecord, answer: ServerResponse): void {
  answer.on('close', () => {
    // Nginx's number for a client that went away before it was answered.
    const status = answer.headersSent ? answer.statusCode : 499;
    const ms = performance.now() - record.startedAt;
    logRequest(log, record, status, ms);
    const route = record.route ?? 'unknown';
    duration.record(ms / 1000, { route, method: record.method, status_class: `${Math.floor(status / 100)}xx` });
    endSpan(record, status);
  });
}

function endSpan({ span, route, method, workspaceId, fault }: RequestRecord, status: number): void {
  if (!span) return;
  span.setAttributes({
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': status,
    'workspace.id': workspaceId,
  });
  if (status >= 500) failSpan(span, fault);
  span.end();
}

function logRequest(log: Logger, { fault, ...record }: RequestRecord, status: number, ms: number): void {
  const line = {
    request_id: record.id,
    ...traceFields(record.traceparent),
    method: record.method,
    route: record.route ?? null,
    status,
    ms: Math.round(ms),
    workspace_id: record.workspaceId,
    key_id: record.keyId,
    code: fault?.code,
  };
  // A 503 without a cause is one of ours, for want of room: news once, not an error each time.
  if (line.status >= 500 && (line.status !== 503 || fault?.cause))
    log.error({ ...line, err: fault?.cause }, 'request failed');
  else log.info(line, 'request');
}
