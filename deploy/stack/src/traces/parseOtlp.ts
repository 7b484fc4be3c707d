/** The displayed fields of a span received over OTLP. Times are in milliseconds since the epoch. */
export interface Span {
  traceId: string;
  spanId: string;
  /** Absent for the root of a trace. */
  parentSpanId?: string;
  service: string;
  name: string;
  startMs: number;
  endMs: number;
  failed: boolean;
  /** Spans of other traces for which this span also did work. */
  links: { traceId: string; spanId: string }[];
}

/** The part of an ExportTraceServiceRequest in JSON that is read here (https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding). */
interface ExportRequest {
  resourceSpans?: {
    resource?: { attributes?: { key: string; value: { stringValue?: string } }[] };
    scopeSpans?: { spans?: OtlpSpan[] }[];
  }[];
}

interface OtlpSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  status?: { code?: number };
  links?: { traceId: string; spanId: string }[];
}

const ERROR = 2;

/** Returns the spans of one export request; throws SyntaxError for invalid JSON. */
export function parseOtlp(body: string): Span[] {
  const { resourceSpans = [] } = JSON.parse(body) as ExportRequest;
  return resourceSpans.flatMap(({ resource, scopeSpans = [] }) => {
    const service = resource?.attributes?.find(({ key }) => key === 'service.name')?.value.stringValue ?? '?';
    return scopeSpans.flatMap(({ spans = [] }) => spans.map((span) => toSpan(span, service)));
  });
}

function toSpan(span: OtlpSpan, service: string): Span {
  const { traceId, spanId, parentSpanId, name, status, links = [] } = span;
  return {
    traceId,
    spanId,
    parentSpanId: parentSpanId || undefined,
    service,
    name,
    startMs: milliseconds(span.startTimeUnixNano),
    endMs: milliseconds(span.endTimeUnixNano),
    failed: status?.code === ERROR,
    links: links.map((link) => ({ traceId: link.traceId, spanId: link.spanId })),
  };
}

/** Nanoseconds since the epoch exceed the exact range of a number; microseconds do not. */
const milliseconds = (nanoseconds: string) => Number(BigInt(nanoseconds) / 1_000n) / 1_000;
