// @module-tag native

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Static } from 'typebox';
import { expect, it } from 'vitest';
import { atomsOfMolfile } from '../shared/ligands/molfile.ts';
import { parseMolfiles } from '../shared/molfiles.ts';
import { answersProbe } from '../shared/native/probe.ts';
import { programs } from '../shared/native/programs.ts';
import { runPython } from '../shared/native/runPython.ts';
import { readTestData } from '../testdata/read.ts';
import { dockedLigand, ligandInput, molecules, smilesInput } from '../testing/testLigands.ts';
import { describeWithPrograms, runNative } from '../testing/testNative.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { contract, type moleculeItem } from './tool.ts';

const tool = { contract, check, run };
const describe = await describeWithPrograms(contract);
const hasPython = Boolean(process.env.CI) || (await answersProbe(programs.python));
type Item = Static<typeof moleculeItem>;

const convert = (input: ReturnType<typeof smilesInput>, settings: object) =>
  runNative(tool, [input], settings as Record<string, unknown>);
const docked = () => ligandInput('SDF', dockedLigand());

describe('ligand-convert with its program', () => {
  it('gives the InChIKeys that RDKit gives', async () => {
    const { aspirin, imatinib, caffeine, alanine } = molecules;
    const input = smilesInput([aspirin, imatinib, caffeine, alanine].join('\n'));
    const done = await convert(input, { to: 'INCHIKEY' });
    const keys = done.values<Item>('molecules').map(({ inchikey, name }) => `${inchikey}\t${name}\n`);
    expect(done.files).toMatchObject([{ port: 'inchi', name: 'molecules.inchikey', text: keys.join('') }]);
    expect(keys[0]).toBe('BSYNRYMUTXBXSQ-UHFFFAOYSA-N\taspirin\n');
    expect(keys[3]).toBe('QNAYBMKLOCPYGJ-REOHCLBHSA-N\tL-alanine\n');
  });

  it('reads each format that it writes coordinates in as the same molecule', async () => {
    const smiles = 'Cc1ccc(NC(=O)c2ccc(CN3CCN(C)CC3)cc2)cc1Nc1nccc(-c2cccnc2)n1';
    const direct = await convert(docked(), { to: 'SDF', add_hydrogens: 'add' });
    expect(direct.values<Item>('molecules')).toMatchObject([{ name: 'imatinib', smiles, heavy_atoms: 37 }]);
    const sdf = direct.files[0]!.text;
    expect(parseMolfiles(sdf, 'SDF', { maxRecords: 1 }).records).toMatchObject([{ name: 'imatinib', heavyAtoms: 37 }]);
    expect(sdf).toContain(' 68 72  0');
    const mol2 = (await convert(ligandInput('SDF', sdf), { to: 'MOL2' })).files[0]!;
    expect(mol2).toMatchObject({ port: 'mol2', name: 'molecules.mol2' });
    expect((await convert(ligandInput('MOL2', mol2.text), { to: 'SMILES' })).values<Item>('molecules')).toMatchObject([
      { name: 'imatinib', smiles, file: 'molecules.smi' },
    ]);
    const pdbqt = (await convert(ligandInput('SDF', sdf), { to: 'PDBQT' })).files[0]!;
    expect(pdbqt.text).toMatch(/^REMARK {2}Name = imatinib\n[\s\S]*\nTORSDOF \d+\n$/);
  });

  it('case C20b: keeps stereo groups if the format has them, and warns when they are lost', async () => {
    const input = smilesInput('C[C@H](F)Cl |o1:1| mixed\nCC(F)Cl open\n');
    const done = await convert(input, { to: 'SMILES' });
    expect(done.files[0]!.text).toBe('C[C@H](F)Cl |o1:1|\tmixed\nCC(F)Cl\topen\n');
    expect(done.values('left_out')).toEqual([]);
    const sdf = readTestData('cases/structure/C20b_v3000_or_group.sdf');
    const again = await convert(ligandInput('SDF', sdf), { to: 'SDF' });
    expect(again.files[0]!.text).toContain('M  V30 MDLV30/STEREL1 ATOMS');
    const lost = await convert(ligandInput('SDF', sdf), { to: 'MOL2' });
    expect(lost.values('left_out')).toContainEqual(
      expect.objectContaining({ what: 'stereo', reason: expect.stringContaining('SMILES and SDF keep them') }),
    );
    expect(done.values('warnings')).toContainEqual({
      ...{ of: 'open', line: 2, warning: 'stereo that the input does not define: 1 stereocentre' },
    });
  });

  it('keeps dative bonds, points of attachment and tags', async () => {
    const text = 'smiles\tname\tIC50\n[NH3]->[Pt](Cl)(Cl)<-[NH3]\tcisplatin\t7\n*c1ccccc1\tphenyl\t9\n';
    const done = await convert(smilesInput(text), { to: 'SMILES' });
    expect(done.files[0]!.text).toBe(
      'smiles\tname\tIC50\n[NH3]->[Pt](<-[NH3])([Cl])[Cl]\tcisplatin\t7\n*c1ccccc1\tphenyl\t9\n',
    );
    const inchi = await convert(smilesInput('smiles\tname\tIC50\nC\tmethane\t7\n'), { to: 'INCHI' });
    expect(inchi.values('left_out')).toMatchObject([{ of: 'methane', what: 'tag', name: 'IC50' }]);
  });

  it('writes XYZ', async () => {
    const done = await convert(docked(), { to: 'XYZ', add_hydrogens: 'remove' });
    expect(done.files[0]).toMatchObject({ port: 'xyz', name: 'molecule-0001.xyz' });
    expect(done.files[0]!.text).toMatch(/^37\nimatinib\nC +16\.25080 +100\.48730 +50\.68090\n/);
  });

  it('writes the atoms of a PDB file at their coordinates', async () => {
    const done = await convert(docked(), { to: 'PDB' });
    expect(done.files[0]).toMatchObject({ port: 'pdb', name: 'molecule-0001.pdb' });
    expect(done.files[0]!.text).toMatch(/^COMPND {4}imatinib\n[\s\S]*HETATM {4}1 {2}C .* 16\.251 100\.487 {2}50\.681 /);
  });

  it('removes and adds hydrogens', async () => {
    const all = await convert(smilesInput(molecules.caffeine), { to: 'SMILES', add_hydrogens: 'add' });
    expect(all.files[0]!.text.match(/\[H\]/g)).toHaveLength(10);
    const none = await convert(smilesInput('[H]OC([H])([H])[H] methanol'), { to: 'SMILES', add_hydrogens: 'remove' });
    expect(none.files[0]!.text).toBe('CO\tmethanol\n');
  });

  it('rejects molecules that Open Babel writes without coordinates, or not at all', async () => {
    for (const to of ['SDF', 'MOL2', 'PDB', 'PDBQT', 'XYZ'])
      await expect(convert(smilesInput(molecules.aspirin), { to })).rejects.toThrow(/no coordinates.*ligand-prepare/);
    const done = await convert(smilesInput('C1CC( open\nC(C)(C)(C)(C)C five\nCO methanol'), { to: 'INCHI' });
    expect(done.values('rejected')).toMatchObject([{ name: 'open' }, { name: 'five' }]);
    expect(done.files[0]!.text).toBe('InChI=1S/CH4O/c1-2/h2H,1H3\tmethanol\n');
    await expect(convert(smilesInput('*C dummy'), { to: 'INCHI' })).rejects.toThrow('no molecule could be used');
  });

  it('keeps the finished molecules when it is stopped', async () => {
    const stop = new AbortController();
    const options = { signal: stop.signal, onProgress: () => stop.abort() };
    const done = await runNative(tool, [smilesInput('CO a\nCCO b')], { to: 'SMILES' }, options);
    expect(done.files).toMatchObject([{ text: 'CO\ta\n' }]);
  });
});

/** Returns the heavy atoms of an SDF as HETATM lines, in reversed order: a structure has no bonds. */
function asPdb(sdf: string, residue = 'STI'): string {
  const atoms = atomsOfMolfile(sdf).filter(({ element }) => element !== 'H');
  const lines = atoms.toReversed().map(({ element, point }, i) => {
    const name = ` ${element}${i + 1}`.padEnd(4).slice(0, 4);
    const place = point.map((value) => value.toFixed(3).padStart(8)).join('');
    return `HETATM${String(i + 1).padStart(5)} ${name} ${residue} A 201    ${place}  1.00  0.00          ${element.padStart(2)}\n`;
  });
  return `${lines.join('')}END\n`;
}

describe('ligand-convert with a template', () => {
  const structure = (text: string, id = 'structure') => ({
    ...{ id, slotId: 'structure', kind: 'structure' as const, format: 'PDB', text },
  });
  const template = (text: string) => ({ ...smilesInput(text, 'template'), slotId: 'template' });
  const imatinib = molecules.imatinib.split(' ')[0]!;
  const receptor = readTestData('structures/abl1.pdb').replace(/^END.*\n?/gm, '');

  it('gives the ligand of a complex the bond orders of its SMILES, at its place', async () => {
    const complex = structure(receptor + asPdb(dockedLigand()));
    const done = await runNative(tool, [complex, template(imatinib)], { to: 'SDF' });
    expect(done.values<Item>('molecules')).toMatchObject([
      { name: expect.stringContaining('A:STI201'), inchikey: 'KTUFNOKKBVMGRW-UHFFFAOYSA-N', heavy_atoms: 37 },
    ]);
    const points = (text: string) =>
      atomsOfMolfile(text).map(({ element, point }) => [element, ...point.map((x) => x.toFixed(3))]);
    expect(points(done.files[0]!.text)).toEqual(points(dockedLigand()).toReversed());
    expect(done.values<{ what: string }>('left_out').map(({ what }) => what)).toContain('residue');
  });

  it.runIf(hasPython).each([
    ['imatinib', () => dockedLigand(), imatinib],
    ['a protonated template', () => dockedLigand(), imatinib.replace('CCN(C)CC3', 'CC[NH+](C)CC3')],
  ])('gives the molecule and the atoms that RDKit in Python gives: %s', async (_, sdf, smiles) => {
    const pdb = asPdb(sdf());
    const cwd = mkdtempSync(join(tmpdir(), 'rotamer-template-'));
    try {
      const expected = await runPython<{ smiles: string; atoms: [string, number, number, number][] }>({
        script: join(import.meta.dirname, '../testing/templateReader.py'),
        request: { pdb, template: smiles },
        ...{ cwd, signal: new AbortController().signal },
      });
      const done = await runNative(tool, [structure(pdb), template(smiles)], { to: 'SDF' });
      expect(done.values<Item>('molecules')[0]!.smiles).toBe(expected!.smiles);
      const atoms = atomsOfMolfile(done.files[0]!.text).map(({ element, point }) => [element, ...point]);
      expect(atoms).toEqual(expected!.atoms);
    } finally {
      rmSync(cwd, { recursive: true });
    }
  });

  it('rejects ligands that do not match, by their names, and keeps those that do', async () => {
    const salt = 'HETATM   90  S   SO4 A 301       0.000   0.000   0.000  1.00  0.00           S\n';
    const oxygens = [
      [1.5, 0, 0],
      [-0.5, 1.4, 0],
      [-0.5, -0.7, 1.2],
      [-0.5, -0.7, -1.2],
    ].map(
      (point, i) =>
        `HETATM   9${i + 1}  O${i + 1}  SO4 A 301    ${point.map((x) => x.toFixed(3).padStart(8)).join('')}  1.00  0.00           O\n`,
    );
    const text = `${salt}${oxygens.join('')}${asPdb(dockedLigand())}`;
    const done = await runNative(tool, [structure(text), template(imatinib)], { to: 'SDF' });
    expect(done.values('rejected')).toMatchObject([
      {
        name: expect.stringContaining('A:SO4301'),
        reason: 'its heavy atoms are O4 S1, those of the template C29 N7 O1',
      },
    ]);
    expect(done.values('molecules')).toHaveLength(1);
    const isomer = imatinib.replace('NC(=O)c2', 'C(=O)Nc2');
    await expect(runNative(tool, [structure(asPdb(dockedLigand())), template(isomer)], { to: 'SDF' })).rejects.toThrow(
      /bonded in another way/,
    );
  });

  it('warns when the coordinates are of another stereoisomer than the template', async () => {
    // N, CA, C, O and CB of alanine 28 of 1UBQ: L-alaninal.
    const alanine = readTestData('structures/1ubq.pdb')
      .split('\n')
      .filter((line) => line.startsWith('ATOM') && line.slice(17, 26) === 'ALA A  28')
      .map((line) => `HETATM${line.slice(6, 17)}LIG${line.slice(20)}\n`);
    const warningsFor = async (smiles: string) =>
      (await runNative(tool, [structure(alanine.join('')), template(smiles)], { to: 'SDF' }))
        .values<{ warning: string }>('warnings')
        .map(({ warning }) => warning);
    expect(await warningsFor('C[C@@H](N)C=O')).toContain(
      'its coordinates are those of C[C@H](N)C=O, the template is C[C@@H](N)C=O',
    );
    expect((await warningsFor('C[C@H](N)C=O')).join()).not.toContain('its coordinates');
  });
});
