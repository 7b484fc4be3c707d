import type { JoinNode } from '../definition/schema.ts';
import { type Measured, metricOf } from './item.ts';

/** The id of an item, and of its partner if it has one. */
export interface Joined {
  id: string;
  partner?: string;
}

/**
 * Returns the items that a join passes on, in their order. The partner of an item is the first other item whose field has the same value.
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
    if (partner) return [{ id: item.id, partner: partner.id }];
    return keep === 'all' ? [{ id: item.id }] : [];
  });
}
