/** Returns the UTC day of a time, e.g. `2026-01-31`. Budgets and limits of a day count by it. */
export function utcDay(now: Date): string {
  return now.toISOString().slice(0, 10);
}
