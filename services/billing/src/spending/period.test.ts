import { describe, expect, it } from 'vitest';
import { boundsOf } from './period.ts';

const shown = (bounds: ReturnType<typeof boundsOf>) => bounds && [bounds.start.toISOString(), bounds.end.toISOString()];

describe('the bounds of a period', () => {
  it.each([
    ['day', '2026-01-31', '2026-01-31', '2026-02-01'],
    ['day', '2026-12-31', '2026-12-31', '2027-01-01'],
    // Clocks of Europe change on this day; days of UTC have 24 hours.
    ['day', '2026-03-29', '2026-03-29', '2026-03-30'],
    ['month', '2028-02-29', '2028-02-01', '2028-03-01'],
    ['month', '2026-12-31', '2026-12-01', '2027-01-01'],
  ] as const)('of a %s with %s are %s and %s', (period, day, start, end) => {
    expect(shown(boundsOf(period, day))).toEqual([`${start}T00:00:00.000Z`, `${end}T00:00:00.000Z`]);
  });

  it('do not exist for all time', () => {
    expect(boundsOf('total', '2026-01-31')).toBeUndefined();
  });
});
