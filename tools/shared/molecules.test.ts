import { cpuMs } from '@rotamer/kit/testing/cpuMs.ts';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { heavyAtomsOfSmiles, parseSmilesList } from './molecules.ts';
import { parseMolfiles } from './molfiles.ts';

vi.setConfig({ testTimeout: 60_000 });

const limits = { maxRecords: 100 };

describe('SMILES lists', () => {
  it.each(['CCO,ethanol', 'CCO;ethanol', '"CCO","ethanol"'])('asks for a header in a table: %s', (text) => {
    const [record] = parseSmilesList(text, { maxRecords: 1 }).records;
    expect(record!.fault).toMatch(/^line 1: the character .* is in no SMILES; a table needs a header line/);
  });

  it('reads names after a tab or spaces, and numbers unnamed molecules', () => {
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

  it.each([
    ['C[C@H](O)CC |o1:1|', 'C[C@H](O)CC |o1:1|', 'molecule_1', {}],
    ['C[C@H](O)CC |&1:1| racemic butanol', 'C[C@H](O)CC |&1:1|', 'racemic butanol', {}],
    ['CC(C)C\t|$;;R1;$|\tlabelled\t5', 'CC(C)C |$;;R1;$|', 'labelled', { column_3: '5' }],
    ['CC |o1:1', 'CC |o1:1', 'molecule_1', {}],
    ['CC\tethane gas\t1.5\t\tx', 'CC', 'ethane gas', { column_3: '1.5', column_5: 'x' }],
    ['CC\t\t1.5', 'CC', 'molecule_1', { column_3: '1.5' }],
    ['smiles\tIC50\tid\nCC\t7\tZ1', 'CC', 'Z1', { IC50: '7' }],
    ['SMILES Name\nCC a b', 'CC', 'a b', {}],
    ['canonical_smiles\ttitle\tx\nCC\ta\t1', 'CC', 'a', { x: '1' }],
    ['SMILES,Name,IC50\nCC,ethane,5', 'CC', 'ethane', { IC50: '5' }],
    ['ID;Smiles;x\n7;CC |^1:0|;1', 'CC |^1:0|', '7', { x: '1' }],
    ['"Name","SMILES"\n"a, ""b""",CC', 'CC', 'a, "b"', {}],
    ['x\tsmiles\tx\n\tCC\t2', 'CC', 'molecule_1', { x_2: '2' }],
    ['# of 2020\nCC a', 'CC', 'a', {}],
  ])('C22: reads %j', (text, smiles, name, tags) => {
    const { records } = parseSmilesList(text, limits);
    expect(records.map((record) => ({ ...record, tags: Object.fromEntries(record.tags!) }))).toMatchObject([
      { text: smiles, name, tags },
    ]);
  });

  it.each([
    ['CC(C)C |$;;R1;$|', ["atom 3 is labelled 'R1', which is not read"]],
    ['[2H]C(Cl)* |$D;;;_R1$|', ["atom 1 is labelled 'D', which is not read"]],
    ['C[1*] |$;_AP1$|', []],
    ['CC |$_AV:a;b$,^1:0|', []],
    ['CC |$R', []],
  ])('warns of labels of atoms of an element: %s', (text, warnings) => {
    expect(parseSmilesList(text, limits).problems.warnings.map(({ warning }) => warning)).toEqual(warnings);
  });

  it('gives the reason for a text that is not a SMILES', () => {
    const { records, problems } = parseSmilesList('C a\nInChI=1S/CH4/h1H4 b\n#c\nmol1\nCCO>>CC=O\nN->[Pt]', limits);
    expect(records.map(({ fault }) => fault)).toEqual([
      undefined,
      'line 2: an InChI, not a SMILES',
      "line 4: 'mol1' is not a SMILES, which comes first in a line unless a header names a column SMILES",
      "line 5: 'CCO>>CC=O' is a reaction, not a molecule; give its reactants and products in lines of their own",
      undefined,
    ]);
    expect(problems.warnings).toMatchObject([{ line: 3 }]);
  });

  it.each([
    ['mol1\tCCO\nmol 2\tCCN |o1:1|\nCO\tc1ccccc1', ['CCO mol1', 'CCN |o1:1| mol 2', 'c1ccccc1 CO']],
    ['ZINC01  CCO\nZINC02 CCN', ['CCO ZINC01', 'CCN ZINC02']],
    ['CO\tCCO\nCN\tCCN', ['CO CCO', 'CN CCN']],
    ['aspirin\tCCO\nCCN\tCC\nCCC\tC', ['aspirin CCO', 'CCN CC', 'CCC C']],
  ])('reads names in the first column where most of them are not SMILES: %j', (text, expected) => {
    const { records } = parseSmilesList(text, limits);
    expect(records.map(({ text, name, fault }) => `${fault ? 'aspirin' : text} ${name}`)).toEqual(expected);
  });

  it('takes no names from a second column of SMILES', () => {
    const { records } = parseSmilesList('smiles,product_smiles,yield\nCCO,CC=O,3\n', limits);
    expect(records[0]).toMatchObject({ name: '3', text: 'CCO', tags: new Map([['product_smiles', 'CC=O']]) });
    expect(parseSmilesList('smiles,product_smiles\nCCO,CC=O\n', limits).records[0]).toMatchObject({
      name: 'molecule_1',
    });
  });

  it('takes the names from the column that was chosen', () => {
    const text = 'smiles\tname\tcode\nC\ta\t1\nCC\tb\t2';
    const { records } = parseSmilesList(text, { ...limits, nameTag: 'code' });
    expect(records.map(({ name, tags }) => [name, [...tags!]])).toEqual([
      ['1', [['name', 'a']]],
      ['2', [['name', 'b']]],
    ]);
  });

  it.each([
    ['id\tLigand SMILES\tKi\n7\tCCO\t1.5', 'CCO', '7'],
    ['CID,PUBCHEM_OPENEYE_CAN_SMILES\n702,CCO', 'CCO', '702'],
    ['smiles_1;name\nCCO;ethanol', 'CCO', 'ethanol'],
  ])('finds the column of SMILES by a part of its name: %j', (text, smiles, name) => {
    expect(parseSmilesList(text, limits).records).toMatchObject([{ text: smiles, name }]);
  });

  it('does not read a first line that begins with a SMILES as a header', () => {
    expect(parseSmilesList('CCO\tmy smiles\nCCN\tb', limits).records).toHaveLength(2);
  });

  it('reads repeated column names in time proportional to the text', () => {
    const lines = Array.from({ length: 500 }, () => `C${',1'.repeat(199)}`);
    const before = cpuMs();
    const { records } = parseSmilesList(`smiles${',a'.repeat(199)}\n${lines.join('\n')}`, { maxRecords: 500 });
    expect(cpuMs() - before).toBeLessThan(700);
    expect(records[499]!.tags!.size).toBe(198);
  });

  it('reports a line that is too long as the fault of its molecule only', () => {
    const { records, problems } = parseSmilesList(`C a\n${'C'.repeat(1501)} b\nCC c`, limits);
    expect(problems.messages).toEqual([]);
    expect(records.map(({ fault }) => fault)).toEqual([
      undefined,
      'line 2: the SMILES has 1501 characters, the limit is 1500',
      undefined,
    ]);
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => void parseSmilesList(text, limits)));
  });
});

describe('molfiles', () => {
  const molfile = 'x\n\n\n  2  1  0  0  0  0            999 V2000\n'.concat(
    '-1234.5678-1234.5678-1234.5678 C   0  0\n    0.0000    0.0000    0.0000 H   0  0\n  1  2  1  0\nM  END\n',
  );

  it('reads columns without spaces between them, and stops at M  END', () => {
    const { records, problems } = parseMolfiles(`${molfile}> <a>\nb\n\n$$$$\n${molfile}$$$$\n`, 'SDF', limits);
    expect(problems.messages).toEqual([]);
    expect(records.map(({ line, heavyAtoms, name }) => ({ line, heavyAtoms, name }))).toEqual([
      { line: 1, heavyAtoms: 1, name: 'x' },
      { line: 13, heavyAtoms: 1, name: 'x' },
    ]);
    expect(records[0]!.text).toBe(molfile);
  });

  it('accepts one molecule as MOL', () => {
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
