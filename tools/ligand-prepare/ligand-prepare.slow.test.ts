// @module-tag native

import type { Static } from 'typebox';
import { expect, it } from 'vitest';
import { atomsOfMolfile } from '../shared/ligands/molfile.ts';
import { atomsOfPdbqt } from '../shared/ligands/pdbqt.ts';
import { parseMolfiles } from '../shared/molfiles.ts';
import { Rdkit } from '../shared/rdkit/rdkit.ts';
import { distance } from '../shared/structure/vectors.ts';
import { readTestData } from '../testdata/read.ts';
import { dockedLigand, ligandInput, molecules, smilesInput } from '../testing/testLigands.ts';
import { describeWithPrograms, runNative } from '../testing/testNative.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { contract, type ligandItem } from './tool.ts';

const tool = { contract, check, run };
const describe = await describeWithPrograms(contract);
type Item = Static<typeof ligandItem>;

const prepare = (lines: string[], settings = {}) => runNative(tool, [smilesInput(lines.join('\n'))], settings);
const fileOf = (done: Awaited<ReturnType<typeof prepare>>, name: string) =>
  done.files.find((file) => file.name === name)!.text;

async function inchikeyOf(sdf: string): Promise<string | null> {
  // The tool takes the thread that is given back here, so that no second one starts.
  await using rdkit = new Rdkit();
  const [record] = parseMolfiles(sdf, 'SDF', { maxRecords: 1 }).records;
  return (await rdkit.ask('describe', record!, {})).result!.inchikey;
}

describe('ligand-prepare with its program', () => {
  it('charges acids and bases as in water at pH 7.4', async () => {
    const done = await prepare(['CC(=O)O acetic acid', 'CN methylamine']);
    expect(done.values<Item>('ligands')).toMatchObject([
      { name: 'acetic acid', smiles: 'CC(=O)[O-]', charge: -1, heavy_atoms: 4, number: 1 },
      { name: 'methylamine', smiles: 'C[NH3+]', charge: 1, heavy_atoms: 2, number: 2 },
    ]);
  });

  it('case C13: gives drugs their charge in water', async () => {
    const rows = readTestData('cases/structure/C13_expected.tsv')
      .trim()
      .split('\n')
      .map((line) => line.split('\t'));
    // All 32 are charged in protonate.test.ts. This test prepares few, because coordinates take time.
    const few = rows.filter(([name]) => /tetrazole|benzamidine|methyl_nitrate/.test(name!));
    const done = await prepare(few.map(([name, smiles]) => `${smiles} ${name}`));
    const found = done.values<Item>('ligands').map(({ name, charge }) => [name, charge]);
    expect(found).toEqual(few.map(([name, , charge]) => [name, Number(charge)]));
    expect(done.values<Item>('ligands').every(({ minimized }) => minimized)).toBe(true);
  });

  it('warns of undefined stereo', async () => {
    const done = await prepare(['CCC(C)O butanol']);
    expect(done.values<Item>('ligands')).toMatchObject([{ name: 'butanol', undefined_stereo: 'C3' }]);
    expect(done.values('warnings')).toMatchObject([{ of: 'butanol' }]);
  });

  it('makes each stereoisomer of undefined stereo, and keeps tags', async () => {
    const text = ['smiles\tname\tIC50', 'CC(N)C(=O)O.Cl\talanine\t7', 'C/C=C/C\tbutene\t9'];
    const done = await prepare(text, { stereo: 'enumerate', ph: null });
    const rows = done.values<Item>('ligands');
    expect(rows.map(({ name, isomer, undefined_stereo }) => [name, isomer, undefined_stereo])).toEqual([
      ['alanine isomer 1', 1, ''],
      ['alanine isomer 2', 2, ''],
      ['butene', null, ''],
    ]);
    expect(rows.map(({ removed_fragments }) => removed_fragments)).toEqual(['Cl', 'Cl', '']);
    // D- and L-alanine in PubChem.
    const keys: (string | null)[] = [];
    for (const n of ['01', '02']) keys.push(await inchikeyOf(fileOf(done, `ligand-0001-${n}.sdf`)));
    expect(keys.sort()).toEqual(['QNAYBMKLOCPYGJ-REOHCLBHSA-N', 'QNAYBMKLOCPYGJ-UWTATZPHSA-N']);
    expect(fileOf(done, 'ligand-0001-02.sdf')).toContain('> <IC50>\n7\n\n$$$$\n');
    expect(done.files.some(({ name }) => name === 'ligand-0002.pdbqt')).toBe(true);
  });

  it('keeps charges as they are drawn', async () => {
    const drawn = await prepare(['CC(=O)O acetic acid'], { ph: null });
    expect(drawn.values<Item>('ligands')[0]).toMatchObject({ charge: 0 });
    expect(await inchikeyOf(fileOf(drawn, 'ligand-0001.sdf'))).toBe('QTBSBXVTEAMEQO-UHFFFAOYSA-N');
  });

  it('gives the same coordinates again, and keeps the numbers of the atoms in the PDBQT', async () => {
    const [first, again] = [await prepare([molecules.alanine]), await prepare([molecules.alanine])];
    expect(again.files).toEqual(first.files);
    const prepared = ligandInput('SDF', fileOf(first, 'ligand-0001.sdf'));
    expect((await runNative(tool, [prepared])).files).toEqual(first.files);
    expect(await inchikeyOf(fileOf(first, 'ligand-0001.sdf'))).toMatch(/^QNAYBMKLOCPYGJ-REOHCLBHSA-/);
    const atoms = atomsOfMolfile(fileOf(first, 'ligand-0001.sdf'));
    const typed = atomsOfPdbqt(fileOf(first, 'ligand-0001.pdbqt'));
    expect(typed).toHaveLength(9);
    for (const { serial, point } of typed) expect(distance(point, atoms[serial - 1]!.point)).toBeLessThan(0.001);
    expect(fileOf(first, 'ligand-0001.pdbqt')).toMatch(/^REMARK {2}Name = L-alanine\n/);
  });

  it('keeps the coordinates of a 3D ligand', async () => {
    const done = await runNative(tool, [ligandInput('SDF', dockedLigand())]);
    expect(done.values<Item>('ligands')).toMatchObject([{ name: 'imatinib', rotatable: 6, heavy_atoms: 37 }]);
    expect(fileOf(done, 'ligand-0001.pdbqt')).toContain('TORSDOF 6');
    const [before, after] = [dockedLigand(), fileOf(done, 'ligand-0001.sdf')].map((sdf) =>
      atomsOfMolfile(sdf).filter(({ element }) => element !== 'H'),
    );
    expect(after).toEqual(before);
  });

  it('accepts MOL2', async () => {
    const mol2 =
      '@<TRIPOS>MOLECULE\nwater free methanol\n2 1 0 0 0\nSMALL\nNO_CHARGES\n\n@<TRIPOS>ATOM\n' +
      '1 C1 0.0 0.0 0.0 C.3\n2 O1 1.4 0.0 0.1 O.3\n@<TRIPOS>BOND\n1 1 2 1\n';
    const done = await runNative(tool, [ligandInput('MOL2', mol2)]);
    expect(done.values<Item>('ligands')).toMatchObject([{ name: 'water free methanol', smiles: 'CO', heavy_atoms: 2 }]);
  });

  it('rejects what Open Babel silently accepts, and continues', async () => {
    const done = await prepare(['C1CC( open', 'C(C)(C)(C)(C)C five', 'CO methanol', 'CCO.Cl salt']);
    expect(done.values('rejected')).toEqual([
      { line: 1, name: 'open', reason: expect.stringMatching(/^SMILES Parse Error/) },
      { line: 2, name: 'five', reason: expect.stringMatching(/^Explicit valence for atom # 0 C, 5/) },
    ]);
    expect(done.values<Item>('ligands')).toMatchObject([{ smiles: 'CO' }, { smiles: 'CCO' }]);
    expect(done.reports.at(-1)).toEqual({ done: 4, total: 4 });
  });

  it('gives boron and platinum coordinates, but no PDBQT', async () => {
    const done = await prepare(['CB(O)O methylboronic acid', '[Pt](Cl)(Cl)(N)N cisplatin-like']);
    expect(done.values<Item>('ligands')).toMatchObject([
      { name: 'methylboronic acid', rotatable: null, pdbqt_problem: 'B: no AutoDock atom type' },
      { pdbqt_problem: 'Pt: no AutoDock atom type' },
    ]);
    expect(done.files.map(({ port }) => port)).toEqual(['ligand_sdf', 'ligand_sdf']);
  });

  it('fails when no molecule has coordinates and none may be made', async () => {
    await expect(prepare(['CO methanol'], { generate_3d: 'never' })).rejects.toThrow(
      "no molecule could be used; first error: input.inputs[0].content: line 1: molecule 'methanol': no coordinates",
    );
  });

  it('keeps the finished molecules when it is stopped', async () => {
    const stop = new AbortController();
    const options = { signal: stop.signal, onProgress: () => stop.abort() };
    const done = await runNative(tool, [smilesInput('CO a\nCCO b')], {}, options);
    expect(done.values<Item>('ligands')).toMatchObject([{ name: 'a' }]);
    expect(done.files).toHaveLength(2);
  });
});
