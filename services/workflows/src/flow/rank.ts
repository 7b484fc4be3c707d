import type { Scalar, Sort } from '../definition/filters.ts';
import { type Measured, metricOf } from './item.ts';
import { comparison } from './matches.ts';

/**
 * Returns the first `limit` items in the order of `sort`. Stable: equal items keep the order of arrival, and so do all items if `sort` is
 * empty. Numbers come before texts before booleans, and an item without the field comes last, in both directions.
 */
export function rankItems<M extends Measured>(items: M[], sort: Sort, limit?: number): M[] {
  const ranked = items.toSorted((a, b) => {
    for (const { field, direction } of sort) {
      const order = byField(metricOf(a, field), metricOf(b, field), direction === 'desc' ? -1 : 1);
      if (order !== 0) return order;
    }
    return 0;
  });
  return limit === undefined ? ranked : ranked.slice(0, limit);
}

const TYPES = ['number', 'string', 'boolean', 'undefined'];

function byField(a: Scalar | undefined, b: Scalar | undefined, direction: 1 | -1): number {
  const types = TYPES.indexOf(typeof a) - TYPES.indexOf(typeof b);
  if (types !== 0 || a === undefined || b === undefined) return types;
  return comparison(a, b) * direction;
}
