import { describe, expect, it } from 'vitest';
import { checkRequest } from '../shared/checkRequest.ts';
import { readTestData } from '../testdata/read.ts';
import { check } from './check.ts';
import { percentDone } from './percentDone.ts';
import { contract } from './tool.ts';

const input = (text: string) => ({ id: 'a', slotId: 'alignment', kind: 'msa', format: 'AFA', text });
const verdict = (text: string, settings = {}) => checkRequest(contract, check, [input(text)], settings).verdict;
const dna = '>a\nACGTACGTACGTACGTACGTACGT\n>b\nACGTACGTACGTACGTACGTACGA\n>c\nACGTACGTACGTACGTACGTACGG\n';
const proteins = '>a\nMKTAYIAK\n>b\nMKTAYIAR\n>c\nMKTWYIAR\n';

describe('refuses', () => {
  it.each([
    ['empty', '', /empty/],
    ['junk', 'hello', /starts with '>'/],
    ['digits', '>a\nMK12\n>b\nMKTA\n>c\nMKTA', /line 2/],
    ['rows of different lengths', '>a\nMKTAYIAK\n>b\nMKTAY\n>c\nMKTAYIAK', /5 columns|has 5/],
    ['two rows', '>a\nMK\n>b\nMK', /needs at least 3/],
    ['a row of gaps', '>a\n----\n>b\nMKTA\n>c\nMKTA', /^line 1: row 'a' has no residues$/],
  ])('%s', (_, text, message) => {
    expect(verdict(text).problems[0]!.message).toMatch(message);
  });

  it('a model of the other kind, and one that is no model', () => {
    expect(verdict(dna).problems).toMatchObject([
      { path: 'settings.model', message: expect.stringMatching(/use GTR\+G4$/) },
    ]);
    expect(verdict(dna, { model: 'TEST' }).problems).toEqual([]);
    expect(verdict(proteins, { model: 'GTR+G4' }).problems).toMatchObject([
      { path: 'settings.model', message: expect.stringMatching(/use LG\+G4$/) },
    ]);
    expect(verdict(proteins, { model: '../secret' }).problems).toMatchObject([{ path: 'settings.model' }]);
  });

  it.each([
    ['too few replicates', { ufboot: 100 }, /^must be 0, for no bootstrap, or 1000 and more$/],
    ['a bootstrap of three rows', { ufboot: 1000 }, /at least 4 rows, the alignment has 3$/],
    ['a fast bootstrap', { ufboot: 1000, fast: true }, /set one of them only$/],
  ])('%s', (_, settings, message) => {
    expect(verdict(proteins, settings).problems[0]).toEqual({
      path: 'settings.ufboot',
      message: expect.stringMatching(message),
    });
  });
});

it('reserves two minutes at least, and more for more work', () => {
  const globins = readTestData('globins45.mafft.afa');
  expect(verdict(globins).estimatedMinutes).toBe(2);
  expect(verdict(globins, { model: 'MFP', ufboot: 1000 }).estimatedMinutes).toBeGreaterThan(2);
});

it('sees how far it is', () => {
  expect(percentDone('Iteration 110 / LogL: -5486.411 / Time: 0h:0m:42s (0h:0m:34s left)')).toBe(55);
  expect(percentDone('Iteration 1 / LogL: -1 / Time: 0h:0m:0s (0h:0m:0s left)')).toBe(0);
  expect(percentDone('Alignment has 45 sequences')).toBeUndefined();
});
