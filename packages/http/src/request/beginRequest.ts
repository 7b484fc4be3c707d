import type { ServerResponse } from 'node:http';
import type { Span } from '@opentelemetry/api';
import type { Fault } from '@rotamer/kit/errors/fault.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';
import { type Durations, durations } from '@rotamer/kit/telemetry/measures.ts';
import { failSpan, traceFields } from '@rotamer/kit/telemetry/spans.ts';
import { securityHeaders } from '@rotamer/pages/static/securityHeaders.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { traceOf } from './requestSpan.ts';

/** The logged facts of a request, as they become known. Kept in memory until the response ends: hours, for an event stream. */
export interface RequestRecord {
  id: string;
  traceparent: string;
  /** Set when the request's trace is recorded. */
  span: Span | undefined;
  method: string;
  /** The route, not the URL: paths and query strings may carry secrets. */
  route: string | undefined;
  /** Start time, by performance.now(). */
  startedAt: number;
  workspaceId?: string;
  keyId?: string;
  /** The error of the response. */
  fault?: Fault;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The trace of everything done for this request; set before anything else. */
    traceparent: string;
    /** The request's `routeOptions`, kept because Fastify creates them again for each access. */
    route: FastifyRequest['routeOptions'];
    record: RequestRecord;
  }
}

/**
 * Runs before all other checks: sets the security headers and the request id, and logs one line when the response is closed.
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

/** References none of Fastify's own objects, so that a long-lived response does not keep them in memory. */
function logAtEnd(log: Logger, duration: Durations, record: RequestRecord, answer: ServerResponse): void {
  answer.on('close', () => {
    // 499 is nginx's status for a client that disconnected before the response.
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
  // A 503 without a cause is our own load shedding, which is not logged as an error.
  if (line.status >= 500 && (line.status !== 503 || fault?.cause))
    log.error({ ...line, err: fault?.cause }, 'request failed');
  else log.info(line, 'request');
}
