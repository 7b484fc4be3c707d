import type { Scalar } from '../definition/filters.ts';
import { OTHERWISE } from '../definition/graph.ts';
import type { BranchNode } from '../definition/schema.ts';
import { type Measured, metricOf } from './item.ts';
import { comparison, matches } from './matches.ts';

/** The port by which everything leaves a branch: the first case that holds, else `otherwise`. */
export function chooseCase({ cases, otherwise = OTHERWISE }: BranchNode, items: Measured[]): string {
  const taken = cases.find(({ when }) => matches(summarize(items, Object.keys(when)), when));
  return taken?.name ?? otherwise;
}

/** The metrics that the cases of a branch look at. */
export function fieldsOfCases({ cases }: BranchNode): string[] {
  return [
    ...new Set(cases.flatMap(({ when }) => Object.keys(when).flatMap((field) => metricNamed(field)?.metric ?? []))),
  ];
}

/** The metric that a field of a case is about, and which extreme of it; undefined: `count`. */
function metricNamed(field: string): { which: string; metric: string } | undefined {
  const [, which, metric] = /^(min|max)\.(.+)$/s.exec(field) ?? [];
  return which !== undefined && metric !== undefined ? { which, metric } : undefined;
}

/** What a case looks at: `count`, and the extremes of a metric over all items whose metric is of the first one's type. */
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
