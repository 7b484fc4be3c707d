import { expect, it } from 'vitest';
import { guessKind, kindOfText } from './letters.ts';

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

it.each([
  ['>a\nacgtacgtnnry', 'dna'],
  ['>a comment\n; E\nACGUACGUAC', 'rna'],
  ['ACGTACGT', 'protein'],
  ['ACGTACGTACGTXXX', 'protein'],
  ['ACGTACGTACGTACGTXXXX', 'dna'],
  ['MKVLWAALLV', 'protein'],
])('reads the letters of %j as %s', (text, kind) => {
  expect(kindOfText(text)).toBe(kind);
});
