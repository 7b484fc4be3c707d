import {
  type Attributes,
  type Context,
  context,
  isSpanContextValid,
  type Link,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { Fault } from '../errors/fault.ts';

export { SpanKind };

export const tracer = trace.getTracer('rotamer');

export interface SpanOptions {
  kind?: SpanKind;
  /** Only ids, names from the code and counts: never keys, sequences, e-mails or names given by users. */
  attributes?: Attributes;
  /** The trace to continue instead of the trace of the active span. */
  traceparent?: string;
  links?: Link[];
}

/**
 * Does work in a new span: a child of the span that `traceparent` names, or else of the active span. Outside of a recorded
 * trace it only does the work, so that loops and polls create no traces and a missing SDK costs nothing.
 */
export function inSpan<Result>(
  name: string,
  { traceparent, ...options }: SpanOptions,
  work: (span?: Span) => Promise<Result>,
): Promise<Result> {
  const parent = traceparent === undefined ? activeParent() : recordedParent(traceparent);
  if (!parent) return traceparent === undefined ? work() : context.with(ROOT_CONTEXT, work);
  const span = tracer.startSpan(name, options, parent);
  return context.with(trace.setSpan(parent, span), async () => {
    try {
      return await work(span);
    } catch (error) {
      failSpan(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Marks a span as failed, with the type of the error only: its message may quote user input. */
export function failSpan(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute(
    'error.type',
    error instanceof Fault ? error.code : error instanceof Error ? error.name : 'unknown',
  );
}

/** Returns the traceparent of the active span; undefined outside of a recorded trace. */
export function activeTraceparent(): string | undefined {
  const span = activeSpan();
  return span && formatTraceparent(span);
}

/** Returns the active span, if its trace is recorded. Items that wait for a batch keep it (`inBatchSpan`). */
export function activeSpan(): SpanContext | undefined {
  const span = trace.getSpan(context.active());
  return span?.isRecording() ? span.spanContext() : undefined;
}

/** Does work for several traces: in a child of the first one that is recorded, with links to all the others. */
export function inBatchSpan<Result>(
  name: string,
  waiting: (SpanContext | string | undefined)[],
  options: Omit<SpanOptions, 'traceparent' | 'links'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const [first, ...others] = recorded(waiting);
  // An empty traceparent prevents that the batch is attributed to the call that happened to start it.
  if (!first) return inSpan(name, { traceparent: '' }, work);
  const attributes = { 'batch.size': waiting.length, ...options.attributes };
  const links = others.map((other) => ({ context: other }));
  return inSpan(name, { ...options, attributes, links, traceparent: formatTraceparent(first) }, work);
}

/**
 * Does the work of one item of a batch. When the item and the active span are of the same trace, the work is a child of the
 * active span. Otherwise the work is in the item's own trace, with a link to the active span.
 */
export function inItemSpan<Result>(
  name: string,
  traceparent: string,
  options: Omit<SpanOptions, 'traceparent' | 'links'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const carrier = activeSpan();
  const own = parseRecorded(traceparent);
  if (own && carrier?.traceId === own.traceId) return inSpan(name, options, work);
  return inSpan(name, { ...options, traceparent, links: carrier && [{ context: carrier }] }, work);
}

/** Returns the recorded spans, without duplicates. */
function recorded(waiting: (SpanContext | string | undefined)[]): SpanContext[] {
  const spans = new Map<string, SpanContext>();
  for (const one of waiting) {
    const span = typeof one === 'string' ? parseRecorded(one) : one;
    if (span && isSampled(span)) spans.set(span.spanId, span);
  }
  return [...spans.values()];
}

function activeParent(): Context | undefined {
  const active = context.active();
  return trace.getSpan(active)?.isRecording() ? active : undefined;
}

function recordedParent(traceparent: string): Context | undefined {
  const span = parseRecorded(traceparent);
  return span && trace.setSpanContext(ROOT_CONTEXT, span);
}

/** Parses the traceparent of a recorded trace. Most traceparents end with 00: their traces are not sampled. */
function parseRecorded(traceparent: string): SpanContext | undefined {
  if (traceparent === '' || traceparent.endsWith('00')) return undefined;
  const span = parseTraceparent(traceparent);
  return span && isSampled(span) ? span : undefined;
}

const isSampled = ({ traceFlags }: SpanContext) => (traceFlags & TraceFlags.SAMPLED) !== 0;

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
