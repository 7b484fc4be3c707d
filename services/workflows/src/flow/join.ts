import type { JoinNode } from '../definition/schema.ts';
import { type Measured, type Metrics, metricOf } from './item.ts';

/** An item and, where it has a partner, the metrics that it has with it. */
export interface Joined {
  id: string;
  partner?: { id: string; metrics: Metrics };
}

/**
 * The items that a join passes on, in their order. The partner of an item is the first with the same value in the other
 * field; its metrics are added to those of the item, which keeps its own where both have one.
 */
export function joinItems({ on, keep = 'matched' }: JoinNode, items: Measured[], others: Measured[]): Joined[] {
  const byKey = new Map<unknown, Measured>();
  for (const other of others) {
    const key = metricOf(other, on.with);
    if (key !== undefined && !byKey.has(key)) byKey.set(key, other);
  }
  return items.flatMap((item): Joined[] => {
    const key = metricOf(item, on.items);
    const partner = key === undefined ? undefined : byKey.get(key);
    if (keep === 'unmatched') return partner ? [] : [{ id: item.id }];
    if (partner)
      return [{ id: item.id, partner: { id: partner.id, metrics: { ...partner.metrics, ...item.metrics } } }];
    return keep === 'all' ? [{ id: item.id }] : [];
  });
}
