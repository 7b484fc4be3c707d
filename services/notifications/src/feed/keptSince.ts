const DAY_MS = 24 * 3_600_000;

/** Returns the time from which events are kept. */
export function keptSince(now: Date, eventRetentionDays: number): Date {
  return new Date(now.getTime() - eventRetentionDays * DAY_MS);
}
