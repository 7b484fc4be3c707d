import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CHECK_LIMITS, exceeded } from './checkLimits.ts';

const { processorMs, wallMs } = CHECK_LIMITS;

it('allows a check more elapsed time than CPU time', () => {
  expect(exceeded({ processorMs: processorMs - 1, wallMs: wallMs - 1 }, CHECK_LIMITS)).toBeUndefined();
  expect(exceeded({ processorMs: 0, wallMs }, CHECK_LIMITS)).toBe('wall');
  expect(exceeded({ processorMs, wallMs: processorMs }, CHECK_LIMITS)).toBe('processor');
});

it('blames the sender for exceeding the CPU limit, and the machine for a starved check', () => {
  const ms = fc.nat(2 * wallMs);
  fc.assert(
    fc.property(ms, ms, (computed, waited) => {
      const found = exceeded({ processorMs: computed, wallMs: computed + waited }, CHECK_LIMITS);
      expect(found === 'processor').toBe(computed >= processorMs);
      expect(found === 'wall').toBe(computed < processorMs && computed + waited >= wallMs);
    }),
  );
});
