import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
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

/** All Prometheus queries of alerts and dashboards. */
export const queries: string[] = [
  ...alerts.map(({ expr }) => expr),
  ...dashboards.flatMap(({ panels }) => panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))),
];

/** A metric, and the labels that a query uses of it. */
export interface Asked {
  metric: string;
  labels: string[];
}

/**
 * Returns the metrics of a PromQL expression. Each has the labels that select it, and the labels by which the expression groups.
 *
 * @throws SyntaxError
 */
export function askedIn(expression: string): Asked[] {
  const text = expression.replaceAll('$__rate_interval', '5m');
  const asked: Asked[] = [];
  const groupedBy: string[] = [];
  let inGroup = false;
  parser.parse(text).iterate({
    enter({ type, from, to }) {
      const word = text.slice(from, to);
      if (type.isError) throw new SyntaxError(`${text.slice(0, from)}⚠${text.slice(from)}`);
      if (type.name === 'GroupingLabels') inGroup = true;
      if (type.name === 'Identifier') asked.push({ metric: word, labels: [] });
      if (type.name === 'LabelName') (inGroup ? groupedBy : asked.at(-1)!.labels).push(word);
    },
    leave({ type }) {
      if (type.name === 'GroupingLabels') inGroup = false;
    },
  });
  return asked.map(({ metric, labels }) => ({ metric, labels: [...new Set([...groupedBy, ...labels])] }));
}

/** Metrics of kube-state-metrics, which are not Rotamer's own. */
const foreign = (name: string) => name.startsWith('kube_');

/** Labels that Prometheus adds when it scrapes. */
const added = ['job', 'instance', 'namespace', 'pod'];

/**
 * Returns the metrics and labels of alerts and dashboards that a scrape of a running stack lacks: `metric` or `metric{label}`.
 * Metrics that appear only at their first event may be missing.
 */
export function missingFrom(scrape: string, mayBeMissing = rare): string[] {
  const present = labelsIn(scrape);
  const missing = queries.flatMap(askedIn).flatMap(({ metric, labels }) => {
    const known = present.get(metric);
    if (foreign(metric) || (!known && mayBeMissing.includes(metric))) return [];
    if (!known) return [metric];
    return labels.filter((label) => !known.has(label) && !added.includes(label)).map((label) => `${metric}{${label}}`);
  });
  return [...new Set(missing)];
}

/** Counters of events that should not happen, and gauges of waiting jobs. */
const rare = ['shed_total', 'rate_limited_total', 'dlq_messages_total', 'jobs_active', 'job_queue_age_seconds'];

/** Returns each metric in the response of `GET /metrics`, with the labels of its samples. */
export function labelsIn(scrape: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const line of scrape.split('\n')) {
    const [, name, labels = ''] = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? /.exec(line) ?? [];
    if (!name) continue;
    const known = found.get(name) ?? new Set();
    for (const [, label] of labels.matchAll(/(\w+)="(?:[^"\\]|\\.)*"/g)) known.add(label!);
    found.set(name, known);
  }
  return found;
}
