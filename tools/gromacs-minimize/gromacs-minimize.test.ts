import { describe, expect, it } from 'vitest';
import { ToolError } from '../contract.ts';
import { checkRequest } from '../shared/checkRequest.ts';
import { parseMinimisation, withoutMachine } from '../shared/gromacs/minimisation.ts';
import { readProtein } from '../shared/gromacs/readProtein.ts';
import { restoreResidues } from '../shared/gromacs/restoreResidues.ts';
import { refusesBadStructures } from '../testing/structureRefusals.ts';
import { peptide, unfitProteins } from '../testing/testProteins.ts';
import { structureInput } from '../testing/testStructures.ts';
import { check } from './check.ts';
import { contract, structure } from './tool.ts';

const problemsOf = (input: ReturnType<typeof peptide>, settings = {}) =>
  checkRequest(contract, check, [input], settings).verdict.problems;

describe('refuses', () => {
  refusesBadStructures({ contract, check }, 'structure', 'backbone');

  it.each(unfitProteins)('%s', (_, input, message) => {
    expect(problemsOf(input())).toEqual([{ path: 'input.inputs[0].content', message: expect.stringMatching(message) }]);
  });

  it('more steps than it has time for', () => {
    expect(problemsOf(peptide(), { steps: 5_001 })).toMatchObject([{ path: 'settings.steps' }]);
  });
});

it('accepts selenomethionine as methionine, and names of protonation states', () => {
  expect(problemsOf(structureInput('structure', '1A8O.cif'))).toEqual([]);
  expect(problemsOf(peptide((line) => line.replace('LYS', 'LYN').replace('GLU', 'GLH')))).toEqual([]);
});

describe('the output of GROMACS', () => {
  const log = [
    'Host: node-1',
    'Input Parameters:',
    'Steepest Descents did not converge to Fmax < 100 in 501 steps.',
    'Potential Energy  = -9.4973623e+03',
    'Maximum force     =  2.5026663e+02 on atom 824',
  ].join('\n');

  it('has the end of a minimisation, converged or not', () => {
    expect(parseMinimisation(log)).toEqual({
      potential_kj_mol: -9497.3623,
      fmax: 250.26663,
      steps: 501,
      converged: false,
    });
    const ends = [
      ['converged to Fmax < 100 in 314 steps', true],
      ['converged to machine precision in 20 steps,\nbut did not reach the requested Fmax < 10.', false],
    ] as const;
    for (const [end, converged] of ends)
      expect(parseMinimisation(log.replace(/did not converge.*/, end))).toMatchObject({ converged });
  });

  it('fails the job without an end, or when energies are not numbers', () => {
    expect(() => parseMinimisation('')).toThrow(ToolError);
    expect(() => parseMinimisation(log.replace('-9.4973623e+03', 'nan'))).toThrow(/atoms of the structure may overlap/);
    expect(() => parseMinimisation(log.replace('2.5026663e+02', 'inf'))).toThrow(ToolError);
  });

  it('does not name the machine', () => {
    expect(withoutMachine(log)).toMatch(/^Input Parameters:/);
    expect(withoutMachine('Host: node-1')).toBe('');
  });

  it('gets the names of the Protein Data Bank again', () => {
    const { residues, structure: whole } = readProtein([peptide()], structure, {}).records[0]!;
    const atom = (name: string, x: number) =>
      `ATOM      1 ${name.padStart(4)} ALA     1    ${[x, 1, 2.001].map((value) => value.toFixed(3).padStart(8)).join('')}`;
    const lines = residues.flatMap((_, i) => [atom('N', i), atom('H1', i), atom(i === 4 ? 'OC2' : 'O', i)]);
    const pdb = restoreResidues(['TITLE     protein', ...lines, 'TER', ''].join('\n'), residues, whole);
    expect(pdb.match(/^ATOM.*/gm)![14]).toMatch(/^ATOM {5}15 {2}OXT ALA A {2}28 {7}4\.000 {3}1\.000 {3}2\.001 .* O/);
    expect(() => restoreResidues('TITLE\n', residues, whole)).toThrow('gmx wrote 0 of 5 residues');
  });
});
