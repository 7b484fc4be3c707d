import type { Condition, Filters, Scalar } from '../definition/filters.ts';
import { type Measured, type Metrics, metricOf } from './item.ts';

/** Returns whether every condition on every field holds. An item that lacks a field matches nothing. */
export function matches(metrics: Metrics, filters: Filters): boolean {
  return Object.entries(filters).every(([field, condition]) => {
    const value = metricOf({ metrics }, field);
    return value !== undefined && holds(value, condition);
  });
}

export function filterItems<M extends Measured>(items: M[], filters: Filters): M[] {
  return items.filter(({ metrics }) => matches(metrics, filters));
}

function holds(value: Scalar, condition: Condition): boolean {
  const { eq, ne, lt, lte, gt, gte, in: among, not_in: notAmong, contains, not_contains: without } = condition;
  return (
    (eq === undefined || value === eq) &&
    (ne === undefined || value !== ne) &&
    (lt === undefined || comparison(value, lt) < 0) &&
    (lte === undefined || comparison(value, lte) <= 0) &&
    (gt === undefined || comparison(value, gt) > 0) &&
    (gte === undefined || comparison(value, gte) >= 0) &&
    (among === undefined || among.includes(value)) &&
    (notAmong === undefined || !notAmong.includes(value)) &&
    (contains === undefined || (typeof value === 'string' && [contains].flat().some((part) => value.includes(part)))) &&
    (without === undefined || (typeof value === 'string' && ![without].flat().some((part) => value.includes(part))))
  );
}

/**
 * Compares two values. Returns a number below, at or above 0 if the first is less than, equal to or greater than the second. Numbers
 * compare by size, texts by UTF-16 code unit, and false is less than true. Returns NaN for values of different types.
 */
export function comparison(a: Scalar, b: Scalar): number {
  if (typeof a !== typeof b) return Number.NaN;
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
