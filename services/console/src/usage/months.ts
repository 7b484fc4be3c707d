/** A month of UTC. */
export interface Month {
  /** `2026-03`. */
  name: string;
  /** Its first day, and the first day of the next month, as `2026-03-01`. */
  from: string;
  to: string;
  before: string;
  /** Undefined for the present month. */
  after: string | undefined;
}

const inWords = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Returns a month in words: `2026-03` → `March 2026`. */
export function monthInWords(name: string): string {
  return inWords.format(new Date(`${name}-01`));
}

/** Returns the month that an address names, else the present one. */
export function readMonth(query: unknown, now: Date): Month {
  const { month } = query as { month?: unknown };
  const present = nameOf(now.getUTCFullYear(), now.getUTCMonth());
  const name = typeof month === 'string' && /^20\d\d-(0[1-9]|1[0-2])$/.test(month) && month < present ? month : present;
  const [year, number] = name.split('-').map(Number) as [number, number];
  const next = nameOf(year, number);
  return {
    name,
    from: `${name}-01`,
    to: `${next}-01`,
    before: nameOf(year, number - 2),
    after: name === present ? undefined : next,
  };
}

/** `monthIndex` counts from 0, and may be outside of the year. */
function nameOf(year: number, monthIndex: number): string {
  return new Date(Date.UTC(year, monthIndex)).toISOString().slice(0, 7);
}
