/** A span as it came over OTLP, with what the terminal shows of it. Times in milliseconds since the epoch. */
export interface Span {
  traceId: string;
  spanId: string;
  /** Absent: the first of its trace. */
  parentSpanId?: string;
  service: string;
  name: string;
  startMs: number;
  endMs: number;
  failed: boolean;
  /** Spans of other traces that this one worked for too. */
  links: { traceId: string; spanId: string }[];
}
