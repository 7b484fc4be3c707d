import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toCredits, toMillicredits } from './credits.ts';

it('converts an amount of up to two trillion credits to credits and back without loss', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 51 }), (amount) => {
      expect(toMillicredits(toCredits(amount))).toBe(amount);
    }),
  );
});

it('rounds a price with decimals to whole millicredits', () => {
  expect([0.29, 1.005, 0.0004].map(toMillicredits)).toEqual([290, 1_005, 0]);
});
