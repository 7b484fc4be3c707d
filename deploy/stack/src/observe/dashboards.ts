import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chartFiles } from './startPrometheus.ts';

/** A dashboard of the chart, in Grafana's format; only the fields that are drawn here. */
export interface Dashboard {
  uid: string;
  title: string;
  panels: Panel[];
}

/** One plot, with its queries. */
export interface Panel {
  title: string;
  fieldConfig: { defaults: { unit: string; min?: number } };
  targets: { expr: string; legendFormat: string }[];
}

/** One line of a plot: times in seconds since the epoch, and values. */
export interface Series {
  name: string;
  points: [time: number, value: number][];
}

/** The time that a plot shows, in seconds since the epoch. */
export interface Range {
  from: number;
  to: number;
}

/** How many points a line has at most. */
const POINTS = 240;

/** `rate` needs a few readings to see a change. */
const RATE_INTERVAL = '1m';

/** Prometheus answers well within this; a plot without an answer says so. */
const QUERY_MS = 10_000;

/** Returns the chart's dashboards. */
export function readDashboards(): Dashboard[] {
  const folder = join(chartFiles, 'dashboards');
  return readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')));
}

/**
 * Asks Prometheus for the lines of a plot.
 *
 * @throws Error with Prometheus's words when it refuses a query or does not answer
 */
export async function readPanel(prometheusUrl: string, { targets }: Panel, { from, to }: Range): Promise<Series[]> {
  const lines = targets.map(async ({ expr, legendFormat }) => {
    const query = new URLSearchParams({
      query: expr.replaceAll('$__rate_interval', RATE_INTERVAL),
      ...{ start: String(from), end: String(to), step: String((to - from) / POINTS) },
    });
    const signal = AbortSignal.timeout(QUERY_MS);
    const response = await fetch(`${prometheusUrl}/api/v1/query_range?${query}`, { signal });
    const answer = (await response.json()) as Answer;
    if (answer.status !== 'success') throw new Error(answer.error ?? `Prometheus returned ${response.status}`);
    return answer.data!.result.map(({ metric, values }) => ({
      name: nameOf(legendFormat, metric),
      points: values
        .map(([time, text]): [number, number] => [time, Number(text)])
        .filter(([, y]) => Number.isFinite(y)),
    }));
  });
  return (await Promise.all(lines)).flat();
}

/** The used part of an answer of `query_range` (https://prometheus.io/docs/prometheus/latest/querying/api/). */
interface Answer {
  status: string;
  error?: string;
  data?: { result: { metric: Record<string, string>; values: [number, string][] }[] };
}

/** Fills the labels of a line into Grafana's `{{label}}`. */
function nameOf(format: string, labels: Record<string, string>): string {
  return format.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, label: string) => labels[label] ?? '').trim();
}
