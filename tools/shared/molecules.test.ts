import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { heavyAtomsOfSmiles, parseMolfiles, parseSmilesList } from './molecules.ts';

vi.setConfig({ testTimeout: 60_000 });

const limits = { maxRecords: 100 };

describe('SMILES lists', () => {
  it('takes names after a tab or spaces, and numbers the nameless', () => {
    const { records } = parseSmilesList('C methane\nCC\tethane gas\n\n  CCC  \n', limits, 5);
    expect(records.map(({ text, name, line }) => [text, name, line])).toEqual([
      ['C', 'methane', 1],
      ['CC', 'ethane gas', 2],
      ['CCC', 'molecule_7', 4],
    ]);
  });

  it.each([
    ['CC(=O)Oc1ccccc1C(=O)O', 13],
    ['[Pt](Cl)(Cl)(N)N', 5],
    ['[H][H]', 0],
    ['[2H]C([2H])Br', 2],
    ['[Na+].[Cl-]', 2],
    ['[13CH4]', 1],
    ['[[H]C[C', 3],
  ])('counts the heavy atoms of %s', (smiles, count) => {
    expect(heavyAtomsOfSmiles(smiles)).toBe(count);
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => void parseSmilesList(text, limits)));
  });
});

describe('molfiles', () => {
  const molfile = 'x\n\n\n  2  1  0  0  0  0            999 V2000\n'.concat(
    '-1234.5678-1234.5678-1234.5678 C   0  0\n    0.0000    0.0000    0.0000 H   0  0\n  1  2  1  0\nM  END\n',
  );

  it('reads columns that touch, and stops at M  END', () => {
    const { records, problems } = parseMolfiles(`${molfile}> <a>\nb\n\n$$$$\n${molfile}$$$$\n`, 'SDF', limits);
    expect(problems.messages).toEqual([]);
    expect(records.map(({ line, heavyAtoms, name }) => ({ line, heavyAtoms, name }))).toEqual([
      { line: 1, heavyAtoms: 1, name: 'x' },
      { line: 13, heavyAtoms: 1, name: 'x' },
    ]);
    expect(records[0]!.text).toBe(molfile);
  });

  it('takes one molecule as MOL', () => {
    expect(parseMolfiles(molfile, 'MOL', limits).problems.messages).toEqual([]);
    const two = parseMolfiles(`${molfile}$$$$\n${molfile}`, 'MOL', limits);
    expect(two.problems.messages).toEqual(['line 10: a MOL file holds one molecule; use the format SDF for several']);
  });

  it('never throws', () => {
    const line = fc.constantFrom(
      '',
      '$$$$',
      'M  END',
      '  1  0 V2000',
      '  0  0 V3000',
      'M  V30 COUNTS 1 0',
      'M  V30 BEGIN ATOM',
    );
    fc.assert(fc.property(fc.array(line), (lines) => void parseMolfiles(lines.join('\n'), 'SDF', limits)));
  });
});
