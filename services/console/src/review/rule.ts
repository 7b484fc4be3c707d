/** How a rule compares a metric with its value. */
export const comparisons = { gte: '≥', gt: '>', lte: '≤', lt: '<', eq: '=', contains: 'contains' } as const;

export type Comparison = keyof typeof comparisons;

/** A rule that selects candidates by one of their metrics. */
export interface Rule {
  field: string;
  op: Comparison;
  value: string;
}

/** Returns whether a metric satisfies a rule. Numbers are compared as numbers, everything else as text in any case. */
export function satisfies(metric: unknown, { op, value }: Pick<Rule, 'op' | 'value'>): boolean {
  if (metric === undefined || metric === null || value.trim() === '') return false;
  const wanted = Number(value);
  if (typeof metric === 'number') return !Number.isNaN(wanted) && compares(metric, op, wanted);
  const text = wordOf(metric);
  const other = value.trim().toLowerCase();
  return op === 'contains' ? text.includes(other) : compares(text, op, other);
}

function compares<T extends number | string>(a: T, op: Comparison, b: T): boolean {
  switch (op) {
    case 'gte':
      return a >= b;
    case 'gt':
      return a > b;
    case 'lte':
      return a <= b;
    case 'lt':
      return a < b;
    case 'contains':
      return String(a).includes(String(b));
    default:
      return a === b;
  }
}

/** Returns a metric as text in lower case: `yes` and `no` for a boolean, as the table shows them. */
function wordOf(metric: unknown): string {
  if (typeof metric === 'boolean') return metric ? 'yes' : 'no';
  return String(metric).toLowerCase();
}

/** Compares two metrics for a sort: numbers before texts, missing values last in either direction. */
export function compareMetrics(a: unknown, b: unknown, direction: 'asc' | 'desc'): number {
  const [hasA, hasB] = [a !== undefined && a !== null && a !== '', b !== undefined && b !== null && b !== ''];
  if (!hasA || !hasB) return Number(hasB) - Number(hasA);
  const sign = direction === 'asc' ? 1 : -1;
  if (typeof a === 'number' && typeof b === 'number') return sign * (a - b);
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1;
  return sign * wordOf(a).localeCompare(wordOf(b));
}
