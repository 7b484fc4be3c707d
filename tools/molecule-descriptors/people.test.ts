import type { Static } from 'typebox';
import { describe, expect, it, vi } from 'vitest';
import { checkRequest } from '../shared/checkRequest.ts';
import { readTestData } from '../testdata/read.ts';
import { checkAndRun } from '../testing/testRun.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { contract, type descriptorRow } from './tool.ts';

// Loading the toolkits takes a second, but many seconds when the whole suite shares two cores.
vi.setConfig({ testTimeout: 120_000 });

const tool = { contract, check, run };
type Row = Static<typeof descriptorRow>;

const input = (format: 'SMILES' | 'SDF' | 'MOL', text: string) => {
  return { id: 'in1', slotId: 'molecules', kind: format === 'SMILES' ? 'smiles' : 'ligand', format, text };
};
const describeAll = (format: 'SMILES' | 'SDF' | 'MOL', text: string, settings = {}) =>
  checkAndRun(tool, [input(format, text)], settings);
const testCase = (name: string) => readTestData(`cases/structure/${name}`);
const byName = (rows: Row[]) => new Map(rows.map((row) => [row.name, row]));

it('C24: keeps isotopes', async () => {
  const done = await describeAll('SMILES', testCase('C24_isotopes.smi'));
  const rows = byName(done.values<Row>('descriptors'));
  // Expected values from RDKit 2026.09.1 in Python.
  expect(rows.get('heavy_water')).toMatchObject({
    canonical_smiles: '[2H]O[2H]',
    inchikey: 'XLYOFNOQVPJJNP-ZSJDYOACSA-N',
    amw: expect.closeTo(20.027, 3),
    formula: 'H2O',
    isotope_formula: 'D2O',
  });
  expect(rows.get('d3_ether')).toMatchObject({
    amw: expect.closeTo(322.463, 3),
    exactmw: expect.closeTo(322.23357, 4),
  });
  expect(rows.get('methanol_13C')).toMatchObject({ isotope_formula: '[13C]H4O' });
  expect(rows.get('hcl')!.isotope_formula).toBeUndefined();
  expect(done.values<{ name: string }>('rejected').map(({ name }) => name)).toEqual(['hydrogen', 'proton', 'deuteron']);
});

describe('C25: metals, radicals and dummies', () => {
  // Formulas and masses of the whole molecules by RDKit 2026.09.1 in Python.
  it.each([
    ['foscarnet', 'CH3O5P', 126.004],
    ['ferrocene', 'C10H10Fe', 186.035],
    ['pt_hypervalent_N', 'C2H8Cl2N2Pt', 326.087],
    ['cisplatin_dative', 'H6Cl2N2Pt', 300.049],
    ['cisplatin_covalent', 'H6Cl2N2Pt', 300.049],
    ['methyl_radical', 'CH3', 15.035],
    ['boronic', 'C6H7BO2', 121.932],
    ['attachment', 'C6H5*', 77.106],
    ['hexafluorophosphate', 'F6NaP', 167.954],
  ])('%s', async (name, formula, amw) => {
    const rows = byName((await describeAll('SMILES', testCase('C25_descriptors.smi'))).values<Row>('descriptors'));
    const row = rows.get(name)!;
    const sorted = (text: string) => [...text.matchAll(/[A-Z*][a-z]?\d*/g)].map(String).sort();
    expect(sorted(row.formula!)).toEqual(sorted(formula));
    expect(row.amw).toBeCloseTo(amw, 2);
  });

  it('reads every canonical SMILES that it writes as the same molecule', async () => {
    const files = [
      'C12_fragments.smi',
      'C19_stereo.smi',
      'C22_cxsmiles.smi',
      'C24_isotopes.smi',
      'C25_descriptors.smi',
    ];
    const texts = [...files.map(testCase), ...['kinase_library.smi', 'benzodiazepines10.smi'].map(readTestData)];
    const settings = { remove_salts: false };
    for (const text of texts) {
      const rows = (await describeAll('SMILES', text, settings)).values<Row>('descriptors');
      const list = rows.map((row) => `${row.canonical_smiles}\t${row.name}\n`).join('');
      expect((await describeAll('SMILES', list, settings)).values<Row>('descriptors')).toEqual(rows);
    }
  });

  it('rejects a bond without an order, which SMILES cannot express', async () => {
    const text =
      'z\n\n\n  2  1  0  0  0  0            999 V2000\n    0.0000    0.0000    0.0000 N   0  0\n    2.0000    0.0000    0.0000 Zn  0  0\n  1  2  1  0\nM  ZBO  1   1   0\nM  END\n';
    await expect(describeAll('MOL', text)).rejects.toThrow('a bond is not single, double, triple, aromatic or dative');
  });

  it('reports atoms without an element, and unpaired electrons', async () => {
    const done = await describeAll('SMILES', '*c1ccccc1 a\n[CH3] b\nCC c');
    expect(done.values('warnings')).toEqual([
      { of: 'a', line: 1, warning: 'atoms of no element, which have no mass and count for no descriptor: *1' },
      { of: 'b', line: 2, warning: 'unpaired electrons: C1' },
    ]);
  });
});

describe('records', () => {
  it('C05c: a wrong counts line rejects its record, or fails the job with its line and name', async () => {
    const text = testCase('C05c_wrong_count_in_one.sdf');
    const done = await describeAll('SDF', text);
    expect(done.values<Row>('descriptors').map(({ name, formula }) => [name, formula])).toEqual([
      ['first', 'C6H6O'],
      ['third', 'C6H6O'],
    ]);
    const reason = 'line 24: the counts line declares 9 atoms, found 7';
    expect(done.values('rejected')).toEqual([{ line: 21, name: 'second', reason }]);
    await expect(describeAll('SDF', text, { on_error: 'fail' })).rejects.toThrow(
      `input.inputs[0].content: line 21: molecule 'second': ${reason}`,
    );
  });

  it.each([
    ['C02', 'MOL', 'C02_lowercase_v2000.mol', 'C6H6O'],
    ['C03a', 'SDF', 'C03a_no_version_modelserver.sdf', 'C6H6O'],
    ['C10', 'SDF', 'C10_uppercase_CL_3D.sdf', 'C6H5Cl'],
  ] as const)('%s is read', async (_, format, file, formula) => {
    expect((await describeAll(format, testCase(file))).values('descriptors')).toMatchObject([{ formula }]);
  });

  it('C08: names from a tag, and all tags in rows and table', async () => {
    const done = await describeAll('SDF', testCase('C08_ids_in_tags.sdf'), { name_tag: 'IC50_nM' });
    const rows = done.values<Row>('descriptors');
    expect(rows.map(({ name, tags }) => [name, tags])).toEqual([
      ['2.5', { idnumber: 'Z1001', IC50_nM: '2.5' }],
      ['5.0', { idnumber: 'Z1002', IC50_nM: '5.0' }],
      ['7.5', { idnumber: 'Z1003', IC50_nM: '7.5' }],
    ]);
    const [header, first] = done.files[0]!.text.split('\n').map((line) => line.split('\t'));
    expect(first![header!.indexOf('tag:idnumber')]).toBe('Z1001');
  });

  it('gives molecules with the same name unique names', async () => {
    const done = await describeAll('SMILES', 'C a\nCC a\nCCC b');
    expect(done.values<Row>('descriptors').map(({ name }) => name)).toEqual(['a', 'a_2', 'b']);
    expect(done.values('warnings')).toMatchObject([{ of: 'a_2', line: 2 }]);
  });

  it('refuses a text without a usable record before anything is charged', () => {
    const atoms =
      'x\n\n\n  1  0  0  0  0  0            999 V2000\n    0.0000    0.0000    0.0000 Q   0  0\nM  END\n$$$$\n';
    const { problems } = checkRequest(contract, check, [input('SDF', atoms)], {}).verdict;
    expect(problems).toEqual([
      { path: 'input.inputs[0].content', message: "line 5: atom 1 is 'Q', an atom of a query, not of a molecule" },
    ]);
  });

  it('cuts long tags in rows, and notes it', async () => {
    const tags = Array.from({ length: 60 }, (_, i) => `> <t${i}>\n${i === 0 ? 'x'.repeat(600) : i}\n\n`).join('');
    const methane = 'm\n\n\n  1  0  0  0  0  0            999 V2000\n    0.0000    0.0000    0.0000 C   0  0\nM  END\n';
    const done = await describeAll('SDF', `${methane}${tags}$$$$\n`);
    const [row] = done.values<Row>('descriptors');
    expect([Object.keys(row!.tags!).length, row!.tags!.t0!.length]).toEqual([50, 500]);
    expect(done.values('left_out')).toMatchObject([
      { of: 'm', what: 'tag', count: 10 },
      { of: 'm', what: 'tag', name: 't0' },
    ]);
  });
});

describe('C19 and C22: stereo', () => {
  // Undefined stereocentres and double bonds were counted by hand in the formulas.
  it.each([
    ['trans_cyclododecene', 0, 0],
    ['diene', 0, 0],
    ['testosterone', 0, 0],
    ['sulfoxide_unspecified', 1, 0],
    ['sulfoxide_S', 0, 0],
    ['oxime', 0, 0],
    ['dimethylcyclohexane_unspecified', 2, 0],
    ['dimethylcyclohexane_a', 0, 0],
    ['biphenyl', 0, 0],
  ])('%s lacks %d centres and %d double bonds', async (name, undefined_stereocentres, undefined_double_bonds) => {
    const rows = byName((await describeAll('SMILES', testCase('C19_stereo.smi'))).values<Row>('descriptors'));
    expect(rows.get(name)).toMatchObject({ undefined_stereocentres, undefined_double_bonds });
  });

  it.each([
    ['warfarin', 'CC(=O)CC(c1ccccc1)C1=C(O)c2ccccc2OC1=O', 1, 0],
    ['benzylidene', 'O=C1NC(=O)C(=Cc2ccccc2)S1', 0, 1],
    ['an amidine, whose hydrogens move', 'NC(=N)c1ccccc1', 0, 0],
    ['a salt of two', 'CC(F)Cl.CC(F)Cl.[Na+].[Cl-]', 1, 0],
  ])('%s', async (_, smiles, undefined_stereocentres, undefined_double_bonds) => {
    const [row] = (await describeAll('SMILES', smiles)).values<Row>('descriptors');
    expect(row).toMatchObject({ undefined_stereocentres, undefined_double_bonds });
  });

  it('keeps stereo groups, with the key of one isomer', async () => {
    const done = await describeAll('SMILES', testCase('C22_cxsmiles.smi'));
    const rows = done.values<Row>('descriptors').map((row) => [row.name, row.canonical_smiles]);
    expect(rows).toEqual([
      ['molecule_1', 'CC[C@H](C)O |o1:2|'],
      ['racemic_butanol', 'CC[C@H](C)O |&1:2|'],
      ['labelled', 'CC(C)C'],
      ['molecule_4', '*CC'],
      ['name_only', 'C[C@H](F)Cl'],
    ]);
    expect(
      done.values<{ of: string; warning: string }>('warnings').filter(({ warning }) => /InChI/.test(warning)),
    ).toMatchObject([{ of: 'molecule_1' }, { of: 'racemic_butanol' }]);
  });

  it('C20b: keeps the OR group of a V3000 file', async () => {
    const [row] = (await describeAll('SDF', testCase('C20b_v3000_or_group.sdf'))).values<Row>('descriptors');
    expect(row!.canonical_smiles).toMatch(/^C\[C@@?H\]\(F\)Cl \|o1:1\|$/);
  });
});

it('C12, C14: names the fragments that are left out', async () => {
  const done = await describeAll('SMILES', testCase('C12_fragments.smi'));
  const rows = byName(done.values<Row>('descriptors'));
  expect(rows.get('hydroxyzine_pamoate')!.formula).toBe('C21H27ClN2O2');
  expect(rows.get('dobutamine_lactobionate')!.formula).toBe('C18H23NO3');
  expect(rows.get('ethylamine_hcl')!.removed_fragments).toBe('Cl');
  expect(rows.get('salt_only')!.removed_fragments).toBe('');
  expect(done.values('left_out')).toContainEqual({
    of: 'hydroxyzine_pamoate',
    what: 'fragment',
    name: 'O=C(O)c1cc2ccccc2c(Cc2c(O)c(C(=O)O)cc3ccccc23)c1O (pamoate)',
    count: 1,
    reason: 'salt former or solvent',
  });
});
