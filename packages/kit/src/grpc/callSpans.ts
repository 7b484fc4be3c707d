import { context, ROOT_CONTEXT, type Span, SpanKind, trace } from '@opentelemetry/api';
import { isAbortError } from 'abort-controller-x';
import { ClientError, ServerError, Status } from 'nice-grpc-common';
import { type Durations, durations } from '../telemetry/measures.ts';
import { activeSpan, failSpan, formatTraceparent, parseTraceparent, tracer } from '../telemetry/spans.ts';

/** The client or server side of one call: a span, if its trace is recorded, and a duration in the metrics. */
export interface CallSpan {
  span: Span | undefined;
  /** The traceparent to pass on; unchanged when no span is recorded. */
  traceparent: string;
  end(error?: unknown): void;
}

/** Starts the span of a call. */
export type WatchCall = (path: string, traceparent: string) => CallSpan;

/** Records attempts of calls to other services. Spans are children of the active span, or else of the caller's span. */
export function watchClientCalls(): WatchCall {
  const duration = durations('rpc_client_duration', 'Calls to other services, each attempt');
  return (path, traceparent) => startCall(path, SpanKind.CLIENT, activeSpan() ?? traceparent, traceparent, duration);
}

/** Records calls handled by this process. */
export function watchServerCalls(): WatchCall {
  const duration = durations('rpc_server_duration', 'Calls answered');
  return (path, traceparent) => startCall(path, SpanKind.SERVER, traceparent, traceparent, duration);
}

function startCall(
  path: string,
  kind: SpanKind,
  parent: ReturnType<typeof activeSpan> | string,
  traceparent: string,
  duration: Durations,
): CallSpan {
  const started = performance.now();
  const from = typeof parent === 'string' ? parseTraceparent(parent) : parent;
  const span =
    from && (from.traceFlags & 1) !== 0
      ? tracer.startSpan(
          path.slice(1),
          { kind, attributes: attributesOf(path) },
          trace.setSpanContext(ROOT_CONTEXT, from),
        )
      : undefined;
  return {
    span,
    traceparent: (span && formatTraceparent(span.spanContext())) ?? traceparent,
    end(error) {
      const code = statusOf(error);
      duration.record((performance.now() - started) / 1000, { method: path, code });
      if (!span) return;
      span.setAttribute('rpc.grpc.status', code);
      if (error !== undefined) failSpan(span, error);
      span.end();
    },
  };
}

function attributesOf(path: string) {
  const [, service, method] = path.split('/');
  return { 'rpc.system': 'grpc', 'rpc.service': service, 'rpc.method': method };
}

function statusOf(error: unknown): string {
  if (error === undefined) return 'OK';
  if (error instanceof ClientError || error instanceof ServerError) return Status[error.code];
  return isAbortError(error) ? 'CANCELLED' : 'UNKNOWN';
}

/** Runs a handler in the span of its call, so that its statements and calls become child spans. */
export function inCallSpan<Result>(span: Span | undefined, work: () => Result): Result {
  return span ? context.with(trace.setSpan(ROOT_CONTEXT, span), work) : work();
}
