import { describe, expect, it } from 'vitest';
import { checkRequest } from '../shared/checkRequest.ts';
import { readTestData } from '../testdata/read.ts';
import { refusesBadStructures } from '../testing/structureRefusals.ts';
import { structureText, ubiquitinWith } from '../testing/testStructures.ts';
import { check } from './check.ts';
import { correlation } from './correlation.ts';
import { contract } from './tool.ts';

describe('normal-modes refuses', () => refusesBadStructures({ contract, check }, 'structure', 'protein'));

describe('normal-modes refuses before the job starts', () => {
  const messages = (text: string, settings: object = {}) =>
    checkRequest(contract, check, [structureText('structure', text)], { ...settings }).verdict.problems.map(
      ({ message }) => message,
    );
  const farFrom = (first: number) =>
    ubiquitinWith((line) => {
      const x = Number(line.slice(30, 38)) + (Number(line.slice(22, 26)) >= first ? 500 : 0);
      return `${line.slice(0, 30)}${x.toFixed(3).padStart(8)}${line.slice(38)}`;
    });

  it('a network in two parts, naming the smaller part and the settings', () => {
    expect(messages(farFrom(74))).toEqual([
      'the network falls apart at anm_cutoff 15 Å: A:ARG74, A:GLY75, A:GLY76 have no spring to the others; raise the cutoff, or choose one part by the settings `chains` or `residues`',
    ]);
    expect(messages(farFrom(74), { residues: 'A:1-73' })).toEqual([]);
    expect(messages(readTestData('structures/1ubq.pdb'), { gnm_cutoff: 6 })).toEqual([]);
  });

  it('a residue with two springs, which would move freely', () => {
    expect(messages(readTestData('structures/1ubq.pdb'), { anm_cutoff: 7 })).toEqual([
      expect.stringMatching(/^at anm_cutoff 7 Å A:GLY76 has fewer than 3 springs .* raise the cutoff/),
    ]);
  });
});

it('correlates', () => {
  // Anscombe's first set (Am. Stat. 27 (1973) 17-21): 0.816421.
  const x = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5];
  const y = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68];
  expect(correlation(x, y)).toBe(0.816421);
  expect(
    correlation(
      x,
      x.map(() => 0),
    ),
  ).toBeNull();
});
