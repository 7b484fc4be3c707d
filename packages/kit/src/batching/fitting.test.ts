import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countFitting } from './fitting.ts';

const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size, 0);

describe('what fits into a message', () => {
  it('is as much from the beginning as there is room for, and never nothing', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(30)), (sizes) => {
        const count = countFitting(sizes, (size) => size, 40);
        expect(count > 0).toBe(sizes.length > 0);
        expect(count <= 1 || sum(sizes.slice(0, count)) <= 40).toBe(true);
        expect(count === sizes.length || sum(sizes.slice(0, count + 1)) > 40).toBe(true);
      }),
    );
  });
});
