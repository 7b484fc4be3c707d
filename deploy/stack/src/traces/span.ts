/** The displayed fields of a span received over OTLP. Times in milliseconds since the epoch. */
export interface Span {
  traceId: string;
  spanId: string;
  /** Absent: the root of its trace. */
  parentSpanId?: string;
  service: string;
  name: string;
  startMs: number;
  endMs: number;
  failed: boolean;
  /** Spans of other traces that this one worked for too. */
  links: { traceId: string; spanId: string }[];
}
