import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backOff } from './backOff.ts';

const pauses = { firstMs: 200, longestMs: 10_000 };

describe('the pause after failures', () => {
  it('doubles after each failure, up to the longest pause', () => {
    const waits = [1, 2, 3, 6, 7, 5_000].map((failures) => backOff(failures, pauses, 0));
    expect(waits).toEqual([200, 400, 800, 6_400, 10_000, 10_000]);
  });

  it('is spread, so that clients do not return together, but is at least half of the full pause', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), fc.double({ min: 0, max: 1, noNaN: true }), (failures, random) => {
        const longest = backOff(failures, pauses, 0);
        expect(backOff(failures, pauses, random)).toBe(longest * (1 - random / 2));
        expect(backOff(failures, pauses, random)).toBeGreaterThanOrEqual(longest / 2);
      }),
    );
  });
});
