import { describe, expect, it } from 'vitest';
import { checkRequest } from '../shared/checkRequest.ts';
import { completeSettings } from '../shared/completeSettings.ts';
import { readTestData } from '../testdata/read.ts';
import { brokenLigands, ligandInput, smilesInput } from '../testing/testLigands.ts';
import { structureInput } from '../testing/testStructures.ts';
import { check } from './check.ts';
import { readBareLigands } from './readBareLigands.ts';
import { contract } from './tool.ts';

const verdictOf = (input: ReturnType<typeof smilesInput>, settings = {}) =>
  checkRequest(contract, check, [input], settings).verdict;

describe('refuses', () => {
  it.each(brokenLigands)('%s', (_, format, text, message) => {
    const input = format === 'SMILES' ? smilesInput(text) : ligandInput(format, text);
    expect(verdictOf(input).problems).toEqual([
      { path: 'input.inputs[0].content', message: expect.stringMatching(message) },
    ]);
  });

  it('formats that it does not write', () => {
    expect(verdictOf(smilesInput('C'), { to: 'CDX' }).problems[0]).toMatchObject({ path: 'settings.to' });
  });
});

it('costs one credit for each started 1,000 molecules', () => {
  expect(verdictOf(smilesInput('C\n'.repeat(1_000))).units).toBe(1);
});

describe('a template', () => {
  const problems = (...inputs: ReturnType<typeof smilesInput>[]) =>
    checkRequest(contract, check, inputs, {}).verdict.problems;
  const template = (text = 'c1ccccc1') => ({ ...smilesInput(text, 'template'), slotId: 'template' });
  const entry = () => structureInput('structure', '4CUP.cif');

  it('is needed for a structure, and needs one', () => {
    expect(problems(entry(), template())).toEqual([]);
    expect(problems(entry())).toMatchObject([{ path: 'input.inputs', message: expect.stringContaining("'template'") }]);
    expect(problems(smilesInput('C'), template())).toMatchObject([{ message: expect.stringContaining("'structure'") }]);
    expect(problems()).toMatchObject([{ message: expect.stringContaining("'ligands'") }]);
  });

  it('is one molecule', () => {
    expect(problems(entry(), template('C\nCC'))).toMatchObject([{ path: 'input.inputs[1].content' }]);
  });

  it('is for the ligands of the chains, residues and models that are chosen', () => {
    const atom = (chain: string, x: number) =>
      `HETATM    1  C1  LIG ${chain}   1    ${x.toFixed(3).padStart(8)}   1.000   2.000  1.00  0.00           C\n`;
    const model = (x: number) => atom('A', x) + atom('B', x + 20);
    const text = `MODEL        1\n${model(0)}ENDMDL\nMODEL        2\n${model(5)}ENDMDL\n`;
    const found = (settings: object) =>
      readBareLigands(
        [{ ...entry(), format: 'PDB', text }],
        completeSettings(contract, settings).settings,
      ).records[0]!.found.map(({ name, graph }) => [name, graph.points[0]![0]]);
    expect(found({})).toEqual([
      ['A:LIG1', 0],
      ['B:LIG1', 20],
    ]);
    expect(found({ chains: ['B'], model: 2 })).toEqual([['B:LIG1', 25]]);
    expect(found({ residues: 'A:1' })).toEqual([['A:LIG1', 0]]);
  });

  it('is refused for a structure without a ligand', () => {
    const lone = { ...entry(), format: 'PDB', text: readTestData('structures/5eep.pdb') };
    expect(problems(lone, template())).toMatchObject([
      { path: 'input.inputs[0].content', message: expect.stringContaining('has no ligand') },
    ]);
  });
});
