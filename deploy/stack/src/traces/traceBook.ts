import type { Span } from './parseOtlp.ts';
import { renderLate, renderTrace } from './renderTrace.ts';

/** A trace is shown when no span of it has arrived for this long. Services export five times a second. */
const QUIET_MS = 1_500;
/** A trace is dropped when no span of it has arrived for this long. Heartbeats of a running tool keep a trace. */
const KEPT_MS = 10 * 60_000;
const MAX_TRACES = 300;
const MAX_SPANS = 1_000;

export interface TraceBookOptions {
  /** The name of the first span of traces that are shown. */
  of: string;
  print(lines: string[]): void;
  /** Milliseconds. */
  now(): number;
}

interface Trace {
  spans: Span[];
  /** How many of its spans have been shown. */
  shown: number;
  lastAt: number;
}

/** Groups spans into traces, and shows each trace when it seems complete. Keeps a bounded number of the newest traces. */
export function createTraceBook({ of, print, now }: TraceBookOptions) {
  const traces = new Map<string, Trace>();

  function add(spans: Span[]): void {
    for (const span of spans) {
      const trace = traces.get(span.traceId) ?? { spans: [], shown: 0, lastAt: 0 };
      traces.set(span.traceId, trace);
      trace.lastAt = now();
      if (trace.spans.length < MAX_SPANS) trace.spans.push(span);
    }
    for (const id of traces.keys()) {
      if (traces.size <= MAX_TRACES) break;
      traces.delete(id);
    }
  }

  /** Shows traces that have received no span for a while. Call it periodically. */
  function tick(): void {
    for (const [id, trace] of traces) {
      const quietFor = now() - trace.lastAt;
      if (quietFor > KEPT_MS) traces.delete(id);
      else if (quietFor >= QUIET_MS && trace.spans.length > trace.shown) show(id, trace);
    }
  }

  function show(id: string, trace: Trace): void {
    const { spans, shown } = trace;
    const first = spans.find(({ parentSpanId }) => parentSpanId === undefined);
    if (first?.name === of)
      print(shown === 0 ? renderTrace([...spans, ...linked(id)]) : renderLate(spans.slice(shown), first.startMs));
    trace.shown = spans.length;
  }

  /**
   * Returns batches of other traces that also did work for this trace, with their children, below the span that waited for them.
   */
  function linked(id: string): Span[] {
    return [...traces.values()].flatMap(({ spans }) =>
      spans.flatMap((span) => {
        const link = span.links.find(({ traceId }) => traceId === id);
        if (!link || span.traceId === id) return [];
        return [{ ...span, parentSpanId: link.spanId }, ...below(span.spanId, spans)];
      }),
    );
  }

  return { add, tick };
}

function below(spanId: string, spans: Span[], depth = 0): Span[] {
  if (depth > 50) return [];
  const children = spans.filter(({ parentSpanId }) => parentSpanId === spanId);
  return children.flatMap((child) => [child, ...below(child.spanId, spans, depth + 1)]);
}
