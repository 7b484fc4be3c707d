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

/** What a case looks at: `count`, and the extremes of a metric over all items whose metric is of the first one's type. */
function summarize(items: Measured[], fields: string[]): Record<string, Scalar> {
  const summary: Record<string, Scalar> = { count: items.length };
  for (const field of fields) {
    const [, which, metric] = /^(min|max)\.(.+)$/s.exec(field) ?? [];
    if (metric === undefined) continue;
    const found = extreme(items, metric, which === 'min' ? -1 : 1);
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
