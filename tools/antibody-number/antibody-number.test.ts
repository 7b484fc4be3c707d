import { expect, it } from 'vitest';
import { checkRequest } from '../shared/checkRequest.ts';
import { check, MAX_RESIDUES } from './check.ts';
import { insertionOf, orderOf } from './domains.ts';
import { fv } from './testing/testSequences.ts';
import { contract } from './tool.ts';

const protein = (text: string) => [{ id: 's', slotId: 'sequences', kind: 'protein', format: 'FASTA', text }];
const problemsOf = (text: string, settings = {}) =>
  checkRequest(contract, check, protein(text), settings).verdict.problems;

it('refuses more residues than the number of rows it can write', () => {
  const text = Array.from({ length: 101 }, (_, i) => `>s${i}\n${'ACDEFGHIKL'.repeat(1_000)}\n`).join('');
  expect(problemsOf(text)).toEqual([
    { path: 'input.inputs', message: expect.stringContaining(`1010000 residues in all, the limit is ${MAX_RESIDUES}`) },
  ]);
});

it('refuses an empty list of chains and an unknown scheme', () => {
  const text = `>h\n${fv.heavy}\n`;
  expect(problemsOf(text, { chains: [] })[0]!.path).toBe('settings.chains');
  expect(problemsOf(text, { scheme: 'wolfguy' })[0]!.path).toBe('settings.scheme');
  expect(problemsOf(text)).toEqual([]);
});

it('names insertions A to Z and then AA, BB', () => {
  expect([0, 1, 26, 27, 28, 52, 53].map(insertionOf)).toEqual(['', 'A', 'Z', 'AA', 'BB', 'ZZ', 'AAA']);
});

it('puts insertions of IMGT before 112 in reverse order, those of Kabat after their number', () => {
  const sorted = (scheme: 'imgt' | 'kabat', number: number) =>
    [0, 1, 2].sort((a, b) => orderOf([number, a], scheme) - orderOf([number, b], scheme));
  expect([sorted('imgt', 111), sorted('imgt', 112), sorted('kabat', 112)]).toEqual([
    [0, 1, 2],
    [2, 1, 0],
    [0, 1, 2],
  ]);
});
