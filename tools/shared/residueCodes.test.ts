import { expect, it } from 'vitest';
import { countUnknown, guessKind, isMostlyUnknown } from './residueCodes.ts';

it.each([
  ['ACGTRYSWKMACGTACGTACGTACGTACGTACGTACGTACGT', 'dna', false],
  ['ACGTACGTXXXXXXXXACGTACGT', 'dna', false],
  ['ACGTACGTACGTACGTACGTACGT', 'dna', true],
  ['ACGTACGTACGTACGTACGTACGTE', 'protein', true],
  ['MKVMKVACGTMKVMKVACGT', 'protein', false],
  ['ACGTACXXACGTACGT', 'protein', false],
  ['NNNNNNNNNNNNNNNNNNNN', 'protein', false],
])('reads %s as %s, certain: %s', (row, kind, certain) => {
  expect(guessKind([row])).toEqual({ kind, certain });
});

it('counts ambiguity codes as unknown, and not gaps, U, O or case', () => {
  expect(countUnknown('ACDXBZJUO--k', 'protein')).toBe(4);
  expect(countUnknown('ACGTUacgu-NRY', 'dna')).toBe(3);
  expect([isMostlyUnknown('ACNN', 'dna'), isMostlyUnknown('ACNNN', 'dna')]).toEqual([false, true]);
});
