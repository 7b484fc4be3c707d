/** The trace id inside a traceparent (https://www.w3.org/TR/trace-context/), for log lines; undefined without one. */
export function traceIdOf(traceparent: string | undefined): string | undefined {
  return /^[0-9a-f]{2}-([0-9a-f]{32})-/.exec(traceparent ?? '')?.[1];
}
