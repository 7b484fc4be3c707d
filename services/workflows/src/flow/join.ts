import type { JoinNode } from '../definition/schema.ts';
import { type Measured, metricOf } from './item.ts';

/** An item and, where it has one, its partner: by id. */
export interface Joined {
  id: string;
  partner?: string;
}

/**
 * The items that a join passes on, in their order. The partner of an item is the first with the same value in the other
 * field.
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
