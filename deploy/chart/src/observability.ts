import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { chart } from './renderChart.ts';

/** An alert of the chart. */
export interface Alert {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; runbook_url: string };
}

export const alerts: Alert[] = parse(readFileSync(join(chart, 'files/alerts.yaml'), 'utf8')).groups.flatMap(
  ({ rules }: { rules: Alert[] }) => rules,
);

interface Dashboard {
  uid: string;
  title: string;
  panels: { title: string; targets: { expr: string }[] }[];
}

export const dashboards: Dashboard[] = readdirSync(join(chart, 'files/dashboards')).map((file) =>
  JSON.parse(readFileSync(join(chart, 'files/dashboards', file), 'utf8')),
);

/** Everything that alerts and dashboards ask Prometheus. */
export const queries: string[] = [
  ...alerts.map(({ expr }) => expr),
  ...dashboards.flatMap(({ panels }) => panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))),
];

/** The metrics of a PromQL expression: names that are no function, keyword or label. */
export function metricsOf(expression: string): string[] {
  const bare = expression
    .replaceAll(/"[^"]*"/g, '')
    .replaceAll(/\{[^}]*\}/g, '')
    .replaceAll(/\[[^\]]*\]/g, '')
    .replaceAll(/\b(?:by|without)\s*\([^)]*\)/g, '');
  const names = [...bare.matchAll(/[a-zA-Z_:][a-zA-Z0-9_:]*(?=(\s*\()?)/g)].filter(([, called]) => !called);
  return names.map(([name]) => name).filter((name) => !['and', 'or', 'unless'].includes(name));
}

/** Named in a query, and not of Rotamer: kube-state-metrics has them. */
const foreign = (name: string) => name.startsWith('kube_');

/** What alerts and dashboards ask for and a scrape of a running stack lacks, but for what appears when it first happens. */
export function missingFrom(scrape: string): string[] {
  const names = namesIn(scrape);
  const asked = new Set(queries.flatMap(metricsOf));
  return [...asked].filter((name) => !names.has(name) && !foreign(name) && !rare.includes(name));
}

/** Counters of what should not happen, and gauges of jobs that wait. */
const rare = ['shed_total', 'rate_limited_total', 'dlq_messages_total', 'jobs_active', 'job_queue_age_seconds'];

/** Names in the text that `GET /metrics` answers, those of histograms as they are asked for. */
function namesIn(scrape: string): Set<string> {
  return new Set(scrape.split('\n').flatMap((line) => /^([a-zA-Z_:][a-zA-Z0-9_:]*)[{ ]/.exec(line)?.[1] ?? []));
}
