import type { Span } from './parseOtlp.ts';

const BAR = 24;
const OFFSET = 9;
const SERVICE = 9;

/** Width of the columns before the name: offset, duration and service. */
const LEFT = OFFSET + 11 + 2 + SERVICE;

/**
 * Renders a trace as lines, in two parts: the spans until the end of the first span, which is a request, and the spans after it.
 * Each part is a tree ordered by start time, with bars on its own scale.
 *
 * @param width columns of the terminal
 */
export function renderTrace(spans: Span[], width = 110): string[] {
  const first = spans.find(({ parentSpanId }) => parentSpanId === undefined) ?? earliest(spans);
  if (!first) return [];
  const during = spans.filter((span) => span.startMs <= first.endMs);
  const after = spans.filter((span) => span.startMs > first.endMs);
  const lines = [`${first.name} in ${shown(first.endMs - first.startMs)} (trace ${first.traceId})`];
  lines.push(...rows(during, { from: first.startMs, to: first.endMs }, first.startMs, width));
  if (after.length === 0) return lines;
  const to = Math.max(...after.map(({ endMs }) => endMs));
  return [...lines, '  after the response:', ...rows(after, { from: first.endMs, to }, first.startMs, width)];
}

/** Renders spans that arrived after the rest of their trace was shown. Offsets count from `startMs`. */
export function renderLate(spans: Span[], startMs: number, width = 110): string[] {
  const from = earliest(spans)?.startMs ?? startMs;
  const to = Math.max(...spans.map(({ endMs }) => endMs));
  return [`later in trace ${spans[0]?.traceId}:`, ...rows(spans, { from, to }, startMs, width)];
}

function earliest(spans: Span[]): Span | undefined {
  return spans.toSorted((a, b) => a.startMs - b.startMs)[0];
}

interface Scale {
  from: number;
  to: number;
}

function rows(spans: Span[], scale: Scale, zeroMs: number, width: number): string[] {
  const known = new Set(spans.map(({ spanId }) => spanId));
  const children = Map.groupBy(
    spans.toSorted((a, b) => a.startMs - b.startMs || b.endMs - a.endMs),
    ({ parentSpanId }) => (parentSpanId !== undefined && known.has(parentSpanId) ? parentSpanId : ''),
  );
  const names = Math.max(20, width - LEFT - BAR - 2);
  const lines: string[] = [];
  // Spans in a cycle of parents are never reached from the root.
  const show = (parent: string, depth: number) => {
    for (const span of children.get(parent) ?? []) {
      lines.push(row(span, depth, names, scale, zeroMs));
      show(span.spanId, depth + 1);
    }
  };
  show('', 0);
  return lines;
}

function row(span: Span, depth: number, names: number, scale: Scale, zeroMs: number): string {
  const name = `${'  '.repeat(Math.min(depth, 12))}${span.name}${span.failed ? ' ✗' : ''}`;
  return [
    offset(span.startMs - zeroMs).padStart(OFFSET),
    shown(span.endMs - span.startMs).padStart(11),
    '  ',
    span.service.slice(0, SERVICE - 1).padEnd(SERVICE),
    (name.length > names ? `${name.slice(0, names - 1)}…` : name).padEnd(names),
    '  ',
    bar(span, scale),
  ]
    .join('')
    .trimEnd();
}

function bar({ startMs, endMs }: Span, { from, to }: Scale): string {
  const cell = (ms: number) => Math.min(BAR, Math.max(0, ((ms - from) / Math.max(to - from, 0.001)) * BAR));
  const start = Math.min(BAR - 1, Math.floor(cell(startMs)));
  const length = Math.max(1, Math.round(cell(endMs) - start));
  return ' '.repeat(start) + '█'.repeat(Math.min(length, BAR - start));
}

/** Formats an offset in whole milliseconds, because start times are not more precise. */
const offset = (ms: number) => (ms >= 10_000 ? shown(ms) : `${Math.round(ms)} ms`);

function shown(ms: number): string {
  return ms >= 10_000 ? `${(ms / 1000).toFixed(1)} s` : `${ms.toFixed(1)} ms`;
}
