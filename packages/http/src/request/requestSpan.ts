import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { context, ROOT_CONTEXT, type Span, SpanKind, trace } from '@opentelemetry/api';
import { formatTraceparent, parseTraceparent, tracer } from '@rotamer/kit/telemetry/spans.ts';

/** The trace of a request, and its span when the trace is recorded. */
export interface RequestTrace {
  traceparent: string;
  span: Span | undefined;
}

/** Returns the client's trace if its version is supported, else a new one. `route` is undefined for an unknown path. */
export function traceOf(
  { headers, method }: Pick<IncomingMessage, 'headers' | 'method'>,
  route?: string,
): RequestTrace {
  const given = headers.traceparent === undefined ? undefined : parseTraceparent(String(headers.traceparent));
  const parent = given ? trace.setSpanContext(ROOT_CONTEXT, given) : ROOT_CONTEXT;
  const span = tracer.startSpan(`${method} ${route ?? 'unknown route'}`, { kind: SpanKind.SERVER }, parent);
  return {
    traceparent: formatTraceparent(span.spanContext()) ?? newTraceparent(),
    span: span.isRecording() ? span : undefined,
  };
}

/** Runs the rest of a request in its span, which becomes the parent of statements and of calls to the blob store. */
export function inRequestSpan(span: Span | undefined, work: () => void): void {
  if (span) context.with(trace.setSpan(ROOT_CONTEXT, span), work);
  else work();
}

/**
 * Returns an id for a trace that is not recorded; log lines use it. Made from UUIDs, because Node caches their random bytes, while
 * randomBytes makes a system call each time (5 % of a read's CPU time).
 */
function newTraceparent(): string {
  const traceId = randomUUID().replaceAll('-', '');
  const parent = randomUUID();
  return `00-${traceId}-${parent.slice(0, 8)}${parent.slice(-8)}-00`;
}
