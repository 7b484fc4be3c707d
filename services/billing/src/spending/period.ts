/** Days and months of UTC, and all time. */
export type Period = 'day' | 'month' | 'total';

export interface Bounds {
  start: Date;
  /** The start of the next period. */
  end: Date;
}

/** Returns the bounds of the period that has a UTC day such as `2026-01-31`; undefined for all time. */
export function boundsOf(period: Period, day: string): Bounds | undefined {
  if (period === 'total') return undefined;
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const at = (months: number, days: number) => new Date(Date.UTC(year, months, days));
  return period === 'day'
    ? { start: at(month - 1, date), end: at(month - 1, date + 1) }
    : { start: at(month - 1, 1), end: at(month, 1) };
}
