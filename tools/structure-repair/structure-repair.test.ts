import { describe, expect, it } from 'vitest';
import { checkRequest } from '../shared/checkRequest.ts';
import { TextProblems } from '../shared/problems.ts';
import { readPdb } from '../shared/structure/pdb.ts';
import { residuesOf } from '../shared/structure/structure.ts';
import { readTestData } from '../testdata/read.ts';
import { refusesBadStructures } from '../testing/structureRefusals.ts';
import { structureText, ubiquitinWith } from '../testing/testStructures.ts';
import { check } from './check.ts';
import { findGaps } from './gaps.ts';
import { planChain, type RepairSettings } from './plan.ts';
import { ubiquitinSequence } from './testing/testSequence.ts';
import { contract } from './tool.ts';

describe('structure-repair refuses', () => refusesBadStructures({ contract, check }, 'structure', 'polymer'));

describe('structure-repair and chains of CA atoms', () => {
  const text = readTestData('cases/structure/S12a_second_chain_CA_only.pdb');
  const verdict = (settings: object) =>
    checkRequest(contract, check, [structureText('structure', text)], { ...settings }).verdict.problems;

  it('case S12a: builds no backbone on them, but repairs the other chains', () => {
    expect(verdict({})).toEqual([
      { path: 'input.inputs[0].content', message: expect.stringMatching(/^chain 'B' has CA atoms only/) },
    ]);
    expect(verdict({ chains: ['A'] })).toEqual([]);
    expect(verdict({ missing_atoms: false })).toEqual([]);
  });
});

it('case S17: refuses residues on a straight line, on which hydrogens cannot be placed', () => {
  const text = readTestData('cases/structure/S17_protein_with_nucleic_quotes.cif');
  const verdict = (settings: object) =>
    checkRequest(contract, check, [structureText('structure', text, 'MMCIF')], { ...settings }).verdict.problems;
  expect(verdict({ add_hydrogens: true })).toMatchObject([
    { message: expect.stringMatching(/^R:DA1 has all its atoms on a straight line/) },
  ]);
  expect(verdict({ add_hydrogens: false })).toEqual([]);
});

describe('gaps', () => {
  const residuesWithout = (...numbers: number[]) => {
    const text = ubiquitinWith((line) => (numbers.includes(Number(line.slice(22, 26))) ? [] : line));
    return residuesOf(readPdb(text, 1, { maxAtomLines: 10_000 }, new TextProblems())!);
  };

  it.each([
    [[]],
    [[1, 2]],
    [[76]],
    [[8, 9, 10]],
    // Of each pair, P-P at 37 and 38 and G-G at 75 and 76, one residue is missing.
    [[37]],
    [[38]],
    [[75]],
    [[20, 40, 41, 60]],
  ])('are found without residues %j', (numbers) => {
    const gaps = findGaps(residuesWithout(...numbers), ubiquitinSequence)!;
    const missing = gaps.flatMap(({ names }) => names);
    expect(missing).toEqual(numbers.map((number) => ubiquitinSequence[number - 1]));
    // If the numbers have no meaning, the geometry gives the same.
    const renumbered = residuesWithout(...numbers).map((residue, i) => ({ ...residue, number: 500 + i }));
    expect(findGaps(renumbered, ubiquitinSequence)!.reduce((sum, { names }) => sum + names.length, 0)).toBe(
      numbers.length,
    );
  });

  it('are found in a sequence as long as a file can hold', () => {
    const gaps = findGaps(
      residuesWithout().slice(0, 1),
      Array.from({ length: 200_000 }, () => 'MET'),
    )!;
    expect(gaps.reduce((sum, { names }) => sum + names.length, 0)).toBe(199_999);
  });

  it('are not searched when residues and sequence are too many', () => {
    const residues = residuesWithout();
    const structure = readPdb(
      ubiquitinWith((line) => line),
      1,
      { maxAtomLines: 10_000 },
      new TextProblems(),
    )!;
    const sequences = new Map([['A', Array.from({ length: 500_000 }, () => 'ALA')]]);
    const chain = { source: 'A', id: 'A', polymer: residues, ligands: [], waters: [] };
    const settings = { missing_residues: 'all', heterogens: 'keep' } as RepairSettings;
    const { added, warnings } = planChain(chain, { ...structure, sequences }, settings);
    expect([added, warnings]).toEqual([
      [],
      ['the declared sequence of chain A is too long to be compared with its residues; no residue was added'],
    ]);
  });

  it('are undefined when the sequence is another one, or too short', () => {
    expect(findGaps(residuesWithout(), [...ubiquitinSequence].reverse())).toBeUndefined();
    expect(findGaps(residuesWithout(), ubiquitinSequence.slice(1))).toBeUndefined();
  });
});
