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
