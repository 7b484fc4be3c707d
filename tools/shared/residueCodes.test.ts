import { expect, it } from 'vitest';
import { countUnknown, isMostlyUnknown } from './residueCodes.ts';

it('counts ambiguity codes as unknown, and not gaps, U, O or case', () => {
  expect(countUnknown('ACDXBZJUO--k', 'protein')).toBe(4);
  expect(countUnknown('ACGTUacgu-NRY', 'dna')).toBe(3);
  expect([isMostlyUnknown('ACNN', 'dna'), isMostlyUnknown('ACNNN', 'dna')]).toEqual([false, true]);
});
