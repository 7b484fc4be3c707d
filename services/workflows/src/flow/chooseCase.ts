import type { Scalar } from '../definition/filters.ts';
import { OTHERWISE } from '../definition/graph.ts';
import type { BranchNode } from '../definition/schema.ts';
import { type Measured, metricOf } from './item.ts';
import { comparison, matches } from './matches.ts';

/** Returns the port by which all items leave a branch: that of the first case that holds, else `otherwise`. */
export function chooseCase({ cases, otherwise = OTHERWISE }: BranchNode, items: Measured[]): string {
  const taken = cases.find(({ when }) => matches(summarize(items, Object.keys(when)), when));
  return taken?.name ?? otherwise;
}

/** Returns the metrics that the cases of a branch read. */
export function fieldsOfCases({ cases }: BranchNode): string[] {
  return [
    ...new Set(cases.flatMap(({ when }) => Object.keys(when).flatMap((field) => metricNamed(field)?.metric ?? []))),
  ];
}

/** Parses a field of a case into a metric and its extreme. Returns undefined for `count`. */
function metricNamed(field: string): { which: string; metric: string } | undefined {
  const [, which, metric] = /^(min|max)\.(.+)$/s.exec(field) ?? [];
  return which !== undefined && metric !== undefined ? { which, metric } : undefined;
}

/**
 * Returns the values that a case tests: `count`, and the extremes of metrics. An extreme covers all items whose metric has the type of the
 * first item's metric.
 */
function summarize(items: Measured[], fields: string[]): Record<string, Scalar> {
  const summary: Record<string, Scalar> = { count: items.length };
  for (const field of fields) {
    const named = metricNamed(field);
    if (!named) continue;
    const found = extreme(items, named.metric, named.which === 'min' ? -1 : 1);
    if (found !== undefined) summary[field] = found;
  }
  return summary;
}

function extreme(items: Measured[], metric: string, sign: 1 | -1): Scalar | undefined {
  let found: Scalar | undefined;
  for (const item of items) {
    const value = metricOf(item, metric);
    if (value === undefined) continue;
    if (found === undefined || comparison(value, found) * sign > 0) found = value;
  }
  return found;
}
