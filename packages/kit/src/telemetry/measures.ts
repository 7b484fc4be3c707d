import { type Attributes, type Meter, metrics } from '@opentelemetry/api';
import { inCall } from '../process/callSignal.ts';

/**
 * Returns the meter of all metrics. Labels are routes, methods, tools and outcomes. Workspaces, keys and jobs are never
 * labels: their cardinality is too high.
 */
const meter = (): Meter => metrics.getMeter('rotamer');

/** Seconds: 5 ms to 10 s. */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Creates a histogram of durations, `<name>_seconds`. */
export function durations(name: string, description: string, buckets = REQUEST_BUCKETS): Durations {
  const advice = { explicitBucketBoundaries: buckets };
  const made = once(() => meter().createHistogram(`${name}_seconds`, { description, unit: 's', advice }));
  return { record: (seconds, labels) => made().record(seconds, labels) };
}

export interface Durations {
  record(seconds: number, labels: Attributes): void;
}

/** Creates a monotonic counter, `<name>_total` in Prometheus. */
export function counter(name: string, description: string): { add(n: number, labels: Attributes): void } {
  const made = once(() => meter().createCounter(name, { description }));
  return { add: (n, labels) => made().add(n, labels) };
}

/** Creates an instrument on first use, not when a module loads: an instrument created before the SDK starts would never record. */
function once<Instrument>(make: () => Instrument): () => Instrument {
  let made: Instrument | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** A gauge: its description and its unit (`s` when its name ends with `_seconds`). */
export type Gauge = { unit?: 's'; description: string };

/** Longest time that a scrape waits for the database. */
const READ_MS = 2_000;

/**
 * Registers gauges that are read only when metrics are collected. A reading that fails or takes longer than 2 s is left
 * out, and its database statements end with it.
 */
export function observe<Name extends string>(
  gauges: Record<Name, Gauge>,
  read: (set: (name: Name, value: number, labels?: Attributes) => void) => Promise<void> | void,
): void {
  const made = Object.entries(gauges) as [Name, Gauge][];
  const instruments = new Map(made.map(([name, options]) => [name, meter().createObservableGauge(name, options)]));
  meter().addBatchObservableCallback(
    async (result) => {
      const over = AbortSignal.timeout(READ_MS);
      let open = true;
      const set = (name: Name, value: number, labels?: Attributes) => {
        if (open) result.observe(instruments.get(name)!, value, labels);
      };
      const late = new Promise<void>((resolve) => over.addEventListener('abort', () => resolve(), { once: true }));
      await Promise.race([inCall(over, async () => read(set)).catch(() => {}), late]);
      open = false;
    },
    [...instruments.values()],
  );
}
