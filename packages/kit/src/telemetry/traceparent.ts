import { isSpanContextValid, type SpanContext } from '@opentelemetry/api';

/** Version, trace id, parent id, flags, and the fields that later versions may add (https://www.w3.org/TR/trace-context/, 3.2). */
const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** Parses a traceparent; undefined when it is invalid. */
export function parseTraceparent(text: string | undefined): SpanContext | undefined {
  const [, version, traceId, spanId, flags, more] = TRACEPARENT.exec(text ?? '') ?? [];
  if (!traceId || !spanId || !flags || (version === '00' && more !== undefined)) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
}

/** Returns the traceparent of a span; undefined when the span belongs to no trace, as without an SDK. */
export function formatTraceparent(span: SpanContext): string | undefined {
  if (!isSpanContextValid(span)) return undefined;
  return `00-${span.traceId}-${span.spanId}-${span.traceFlags.toString(16).padStart(2, '0')}`;
}

/** Returns the trace fields of a log line; undefined values without a trace. */
export function traceFields(traceparent: string | undefined): { trace_id?: string; span_id?: string } {
  const [, traceId, spanId] = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-/.exec(traceparent ?? '') ?? [];
  return { trace_id: traceId, span_id: spanId };
}
