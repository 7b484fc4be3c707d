import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countFitting } from './fitting.ts';
import { mostBytes } from './mostBytes.ts';

const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size, 0);

describe('what fits into a message', () => {
  it('is as much from the beginning as there is room for, and never nothing', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 300 })), (texts) => {
        const items = texts.map((error) => ({ error }));
        const sizes = items.map(mostBytes);
        const count = countFitting(items, 400);
        expect(count > 0).toBe(items.length > 0);
        expect(count <= 1 || sum(sizes.slice(0, count)) <= 400).toBe(true);
        expect(count === items.length || sum(sizes.slice(0, count + 1)) > 400).toBe(true);
      }),
    );
  });
});
