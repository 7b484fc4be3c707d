// @module-tag native

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { long } from '@rotamer/kit/testing/long.ts';
import type { Static } from 'typebox';
import { afterAll, expect, it } from 'vitest';
import { ToolError } from '../contract.ts';
import { check as checkPrepare } from '../ligand-prepare/check.ts';
import { run as runPrepare } from '../ligand-prepare/run.ts';
import { contract as prepareContract } from '../ligand-prepare/tool.ts';
import { atomsOfMolfile } from '../shared/ligands/molfile.ts';
import { convertMolecule } from '../shared/ligands/openBabel.ts';
import { atomsOfPdbqt } from '../shared/ligands/pdbqt.ts';
import { parseMolfiles } from '../shared/molfiles.ts';
import { programs } from '../shared/native/programs.ts';
import { runProgram } from '../shared/native/runProgram.ts';
import { distance, type Vector } from '../shared/structure/vectors.ts';
import { readTestData } from '../testdata/read.ts';
import { runBare } from '../testing/bareProgram.ts';
import { dockedLigand, ligandInput, molecules, smilesInput } from '../testing/testLigands.ts';
import { describeWithPrograms, runNative } from '../testing/testNative.ts';
import { structureInput, structureText } from '../testing/testStructures.ts';
import { check } from './check.ts';
import { splitReceptor } from './flexible.ts';
import { parsePoses } from './parsePoses.ts';
import { run } from './run.ts';
import { boxInput, kinase, site } from './testing/testDocking.ts';
import { contract, type failureItem, type interactionItem, type poseItem } from './tool.ts';

const tool = { contract, check, run };
const ligandPrepare = { contract: prepareContract, check: checkPrepare, run: runPrepare };
const describe = await describeWithPrograms(contract);
type Pose = Static<typeof poseItem>;
type Failure = Static<typeof failureItem>;

const cwd = mkdtempSync(join(tmpdir(), 'rotamer-vina-'));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

/** A short search in a small box is enough for small ligands. Vina's grid of a box of 20 Å takes three times as long. */
const quick = { ...site, size_x: 14, size_y: 14, size_z: 14, exhaustiveness: 1 };

const dockPhenol = (receptor: ReturnType<typeof kinase>) =>
  runNative(tool, [receptor, smilesInput('Oc1ccccc1 phenol')], { ...quick, num_modes: 1 });

let docked: ReturnType<typeof dockPhenol> | undefined;
/** Docks phenol once for all tests. */
const dockedPhenol = () => (docked ??= dockPhenol(kinase()));

const scoreCrystal = () => {
  const text = dockedLigand().replace('$$$$', (end) => `> <assay id>\n12\n\n> <mode>\ncompetitive\n\n${end}`);
  return runNative(tool, [kinase(), ligandInput('SDF', text)], { ...site, mode: 'score_only' });
};

let scored: ReturnType<typeof scoreCrystal> | undefined;
/** Scores imatinib as in the crystal, with two tags, once for all tests. */
const scoredCrystal = () => (scored ??= scoreCrystal());

/** Returns phenol as `vina-dock` passed it to Vina. */
async function phenolPdbqt(): Promise<string> {
  const pose = (await dockedPhenol()).files.find(({ port }) => port === 'poses_pdbqt')!.text;
  return pose.replace(/^(MODEL|ENDMDL).*\n/gm, '');
}

/**
 * Returns the affinity that Vina gives to an unmoved pose, with the pose's own internal energy as the unbound energy.
 */
async function scoreOnly(receptor: string, pose: string): Promise<number> {
  writeFileSync(join(cwd, 'receptor.pdbqt'), receptor);
  writeFileSync(join(cwd, 'ligand.pdbqt'), pose.replace(/^(MODEL|ENDMDL|REMARK).*\n/gm, ''));
  const args = ['--receptor=receptor.pdbqt', '--ligand=ligand.pdbqt', '--score_only', '--autobox'];
  const { stdout } = await runProgram({ program: programs.vina, args, cwd, signal: new AbortController().signal });
  return Number(/^Estimated Free Energy of Binding +: +(\S+)/m.exec(stdout)![1]);
}

async function receptorPdbqt(): Promise<string> {
  const job = { workdir: cwd, signal: new AbortController().signal };
  return (await convertMolecule(job, { from: 'pdb', to: 'pdbqt', text: kinase().text, options: ['-xr'] }))!;
}

/** Returns the receptor without hydrogens, as in a crystal structure. */
function bareKinase() {
  const lines = kinase().text.split('\n');
  return structureText('receptor', lines.filter((line) => !/^ATOM.{72} H/.test(line)).join('\n'));
}

describe('vina-dock with its programs', () => {
  // Of the tests, this search takes longest. Phenol below is docked like the bare program.
  it.runIf(long)(
    'docks imatinib from a SMILES into its site, with the affinity that Vina gives to the pose',
    async () => {
      // One search finds the site from some seeds only: from 6 among 1 to 6.
      const box = boxInput('{"center":[10.6,94.7,59.1],"size":[16,18,20]}');
      const receptor = await receptorPdbqt();
      const prepared = await runNative(ligandPrepare, [smilesInput(molecules.imatinib)], { seed: 3 });
      const ligand = ligandInput('SDF', prepared.files.find(({ port }) => port === 'ligand_sdf')!.text);
      const crystal = { ...ligandInput('SDF', dockedLigand(), 'reference'), slotId: 'reference' };
      const inputs = [structureText('receptor', receptor, 'PDBQT'), ligand, box, crystal];
      const done = await runNative(tool, inputs, { exhaustiveness: 1, seed: 6 });
      const [best] = done.values<Pose>('poses');
      expect(best).toMatchObject({ ligand: 'imatinib', mode: 1, rmsd_lb: 0, rmsd_ub: 0, number: 1 });
      expect(best!.smiles).toBe('Cc1ccc(NC(=O)c2ccc(CN3CC[NH+](C)CC3)cc2)cc1Nc1nccc(-c2cccnc2)n1');
      // The usual RMSD limit for a correct pose. The ligand of Vina's tutorial is at this place.
      expect(best!.rmsd_reference).toBeLessThan(2);
      // AutoDock Vina's tutorial has -13.2 for this complex (1IEP).
      expect(best!.affinity_kcal_mol).toBeLessThan(-13);
      expect(best!.affinity_kcal_mol).toBeGreaterThan(-13.6);
      const [pdbqt, sdf] = ['poses_pdbqt', 'poses_sdf'].map(
        (port) => done.files.find((file) => file.port === port)!.text,
      );
      const [first] = pdbqt!.split(/^ENDMDL\n/m);
      expect(first).toContain(`REMARK VINA RESULT:${best!.affinity_kcal_mol.toFixed(3).padStart(10)}`);
      expect(await scoreOnly(receptor, first!)).toBeCloseTo(best!.affinity_kcal_mol, 1);
      // Hydrogen bonds of the crystal structure (Nagar et al., Cancer Res. 62 (2002) 4236): pyridine to Met 318,
      // piperazine to Ile 360.
      const atoms = atomsOfMolfile(sdf!).filter(({ element }) => element === 'N');
      const nearest = (residue: number, name: string) =>
        Math.min(...atoms.map(({ point }) => distance(point, kinaseAtom(residue, name))));
      expect(nearest(318, 'N')).toBeLessThan(3.5);
      expect(nearest(360, 'O')).toBeLessThan(3.5);
      expect(done.items[0]!.place).toEqual({ sourceInputIds: ['ligands', 'receptor', 'box', 'reference'], rank: 1 });
    },
  );

  it('moves side chains, and returns them with the poses and in the complex', async () => {
    const settings = { ...site, exhaustiveness: 1, num_modes: 1, flexible: 'B:315, B:271' };
    const done = await runNative(tool, [kinase(), smilesInput('CO methanol')], settings);
    const poses = done.files.find(({ port }) => port === 'poses_pdbqt')!.text;
    expect(poses.match(/^BEGIN_RES.*/gm)).toEqual(['BEGIN_RES THR B 315', 'BEGIN_RES LYS B 271']);
    const at = (text: string, atom: string) =>
      text
        .split('\n')
        .find((line) => /^(ATOM|HETATM)/.test(line) && line.slice(12, 26) === atom)!
        .slice(30, 54);
    const complex = done.files.find(({ port }) => port === 'complex')!.text;
    for (const atom of [' OG1 THR B 315', ' CE  LYS B 271', ' NZ  LYS B 271']) {
      expect(at(complex, atom)).toBe(at(poses, atom));
      expect(at(complex, atom)).not.toBe(at(kinase().text, atom));
    }
    // Atoms that do not turn stay in place.
    for (const atom of [' CA  THR B 315', ' CB  LYS B 271', ' N   LYS B 271'])
      expect(at(complex, atom)).toBe(at(kinase().text, atom));
    const sdf = done.files.find(({ port }) => port === 'poses_sdf')!.text;
    expect(atomsOfMolfile(sdf).map(({ element }) => element)).toEqual(['C', 'O', 'H']);
  });

  it('ranks ligands, names those that it cannot dock, and repeats its results', async () => {
    const lines = ['CB(O)O boronic', 'CO methanol', 'C1CC( open', 'Oc1ccccc1 phenol'];
    const done = await runNative(tool, [kinase(), smilesInput(lines.join('\n'))], { ...quick, num_modes: 1 });
    const poses = done.items.filter(({ port }) => port === 'poses');
    expect(poses.map(({ value, place }) => [(value as Pose).ligand, place.rank])).toEqual([
      ['phenol', 1],
      ['methanol', 2],
    ]);
    const [alone] = (await dockedPhenol()).values<Pose>('poses');
    expect(poses[0]!.value).toEqual({ ...alone, number: 4 });
    expect(done.values<Failure>('failures')).toEqual([
      { ligand: 'boronic', message: 'B: no AutoDock atom type' },
      { ligand: 'open', message: expect.stringMatching(/^SMILES Parse Error/) },
    ]);
    expect(done.files.map(({ name }) => name)).toEqual([
      'poses-0004.sdf',
      'poses-0004.pdbqt',
      'complex-0004.pdb',
      'poses-0002.sdf',
      'poses-0002.pdbqt',
      'complex-0002.pdb',
      'affinities.svg',
      'box.json',
    ]);
  });

  it('scores and minimises a ligand in place, with the energies that Vina prints', async () => {
    const inputs = [kinase(), ligandInput('PDBQT', await phenolPdbqt())];
    // The receptor and the pose are in one file. Its ligand is a reference for the pose itself, but not for another
    // molecule.
    const complex = (await dockedPhenol()).files.find(({ port }) => port === 'complex')!.text.split('\n');
    const pdb = complex.filter((line) => /^(HETATM|CONECT|END)/.test(line)).join('\n');
    const crystal = { ...ligandInput('SDF', dockedLigand(), 'reference'), slotId: 'reference' };
    const [scored, minimised] = [
      await runNative(tool, [...inputs, structureText('reference', pdb)], { ...site, mode: 'score_only' }),
      await runNative(tool, [...inputs, crystal], { ...site, mode: 'local_only' }),
    ];
    const docked = (await dockedPhenol()).values<Pose>('poses')[0]!;
    const [a, b] = [scored, minimised].map((done) => done.values<Pose>('poses')) as [Pose[], Pose[]];
    expect(a).toMatchObject([{ vina_mode: 'score_only', mode: 1, rmsd_lb: 0 }]);
    expect(b).toMatchObject([{ vina_mode: 'local_only', mode: 1 }]);
    // A docked pose is already a minimum.
    expect(a[0]!.affinity_kcal_mol).toBeCloseTo(docked.affinity_kcal_mol, 1);
    expect(b[0]!.affinity_kcal_mol).toBeCloseTo(a[0]!.affinity_kcal_mol, 1);
    const placesOf = ({ files }: typeof scored) =>
      atomsOfPdbqt(files.find(({ port }) => port === 'poses_pdbqt')!.text).map(({ point }) => point);
    expect(placesOf(scored)).toEqual(atomsOfPdbqt(inputs[1]!.text).map(({ point }) => point));
    const [own] = complex.filter((line) => line.startsWith('HETATM'));
    expect(own).toContain(' LIG L   1 ');
    expect(complex.filter((line) => line.startsWith('CONECT'))).toHaveLength(8);
    expect(complex.filter((line) => line.startsWith('ATOM'))).toHaveLength(
      kinase()
        .text.split('\n')
        .filter((line) => line.startsWith('ATOM')).length,
    );
    expect(a[0]!.rmsd_reference).toBeLessThan(0.002);
    expect(b[0]!.rmsd_reference).toBeNull();
    expect(minimised.values('warnings')).toMatchObject([
      { of: 'phenol', warning: expect.stringMatching(/other heavy atoms/) },
    ]);
    expect(scored.files[0]!.text).toContain(`REMARK VINA RESULT:${a[0]!.affinity_kcal_mol.toFixed(3).padStart(10)}`);
    expect(parsePoses(scored.files[0]!.text)[0]!.affinity).toBeCloseTo(a[0]!.affinity_kcal_mol, 2);
  });

  it('keeps the SD tags of a ligand beside the tags of a pose', async () => {
    const done = await scoredCrystal();
    const { tags } = parseMolfiles(done.files.find(({ port }) => port === 'poses_sdf')!.text, 'SDF', { maxRecords: 1 })
      .records[0]!;
    expect([...tags!]).toEqual(
      expect.arrayContaining([
        ['mode', '1'],
        ['assay id', '12'],
        ['mode_2', 'competitive'],
      ]),
    );
  });

  it('lists the interactions of crystal imatinib, as PLIP does', async () => {
    const done = await scoredCrystal();
    const rows = done.values<Static<typeof interactionItem>>('interactions');
    const of = (kind: string) =>
      rows
        .filter((row) => row.kind === kind)
        .map(({ residue, number, distance, angle }) => [residue, number, distance, angle && Math.round(angle)]);
    // PLIP 2.2.2 on the complex. It protonates piperazine differently, and therefore has no bonds to ILE 360 and HIS
    // 361.
    expect(of('hydrogen_bond').filter(([, number]) => number !== 360 && number !== 361)).toEqual([
      ['GLU', 286, 3.14, 134],
      ['THR', 315, 2.89, 132],
      ['MET', 318, 2.92, 137],
      ['ASP', 381, 2.84, 160],
    ]);
    expect(of('salt_bridge')).toEqual([['ASP', 381, 5.46, null]]);
    expect(of('pi_stacking')).toEqual([
      ['TYR', 253, 4.96, 76],
      ['PHE', 317, 4.64, 28],
    ]);
    // PLIP leaves out LYS 271, because its ligand atom is nearer to ILE 313, and keeps TYR 253, which is stacked.
    expect(of('hydrophobic').filter(([, number]) => number !== 271)).toEqual([
      ['LEU', 248, 3.56, null],
      ['ILE', 313, 3.54, null],
      ['THR', 315, 3.5, null],
      ['LEU', 370, 3.99, null],
      ['ASP', 381, 3.58, null],
      ['PHE', 382, 3.74, null],
    ]);
  });

  it('continues with the next ligand when one exceeds its time limit', async () => {
    let stars = 0;
    const slow = [molecules.imatinib, 'OB(O)c1ccccc1 boronic'].join('\n');
    const settings = { ...site, exhaustiveness: 64, max_minutes_per_ligand: 0.01 };
    const onProgress = (done: number) => {
      stars = done;
    };
    await expect(runNative(tool, [kinase(), smilesInput(slow)], settings, { onProgress })).rejects.toThrow(
      /first error: ligand 'imatinib': not done within the 0.01 minutes of max_minutes_per_ligand/,
    );
    expect(stars).toBe(2 * 51);
  });

  it('takes receptor and ligand as PDBQT, and returns the poses of the bare program', async () => {
    const [receptor, ligand] = [await receptorPdbqt(), await phenolPdbqt()];
    const inputs = [structureText('receptor', receptor, 'PDBQT'), ligandInput('PDBQT', ligand)];
    const done = await runNative(tool, inputs, { ...site, exhaustiveness: 1, seed: 6, num_modes: 2 });
    const command =
      'vina --receptor=r.pdbqt --ligand=l.pdbqt --out=out --exhaustiveness=1 --seed=6 --num_modes=2 --cpu=2';
    const box = ['x', 'y', 'z'].flatMap((axis, i) => [
      `--center_${axis}=${Object.values(site)[i]}`,
      `--size_${axis}=20`,
    ]);
    const bare = runBare([command, ...box].join(' '), { 'r.pdbqt': receptor, 'l.pdbqt': ligand });
    const written = (text: string) => text.match(/^(ATOM|REMARK VINA RESULT).*/gm);
    expect(written(done.files[0]!.text)).toEqual(written(bare));
    expect(done.values<Pose>('poses')[0]).toMatchObject({ ligand: 'phenol', smiles: null });
    expect(done.files.map(({ port }) => port)).toEqual(['poses_pdbqt', 'complex', 'picture', 'searched_box']);
    // The bar has 51 stars, and each is reported.
    expect(done.reports.at(-1)).toEqual({ done: 51, total: 51 });
    expect(done.reports.length).toBeGreaterThan(10);
    // A rigid ligand has the same internal energy in each pose, so each pose has the affinity of `--score_only`.
    const models = done.files[0]!.text.split(/^ENDMDL\n/m).slice(0, -1);
    expect(models.length).toBeGreaterThan(1);
    for (const [i, pose] of done.values<Pose>('poses').entries())
      expect(await scoreOnly(receptor, models[i]!)).toBeCloseTo(pose.affinity_kcal_mol, 1);
  });

  it('case S15: keeps the zinc of a site, or warns that it is left out', async () => {
    const receptor = structureText('receptor', readTestData('cases/structure/S15_zinc_in_site.pdb'));
    const zinc = receptor.text.split('\n').find((line) => line.slice(17, 20) === ' ZN')!;
    const [x, y, z] = [zinc.slice(30, 38), zinc.slice(38, 46), zinc.slice(46, 54)].map(Number);
    const small = { size_x: 12, size_y: 12, size_z: 12 };
    const around = { center_x: x, center_y: y, center_z: z, ...small, exhaustiveness: 1, num_modes: 1 };
    const methanol = smilesInput('CO methanol');
    const [without, with_] = [
      await runNative(tool, [receptor, methanol], around),
      await runNative(tool, [receptor, methanol], { ...around, keep: ['ZN'] }),
    ];
    expect(without.values('left_out')).toMatchObject([{ what: 'metal', name: expect.stringContaining('ZN') }]);
    expect(with_.values('left_out')).toEqual([]);
    const clearance = ({ files }: typeof without) =>
      Math.min(
        ...atomsOfPdbqt(files.find(({ port }) => port === 'poses_pdbqt')!.text).map(({ point }) =>
          distance(point, [x!, y!, z!]),
        ),
      );
    expect(clearance(with_)).toBeGreaterThan(1.5);
  });

  it('adds hydrogens to a receptor that has none', async () => {
    // Values from obabel 3.1.1. Affinities differ a little with the positions of hydrogens.
    const [a, b] = [await dockPhenol(bareKinase()), await dockedPhenol()].map(
      (done) => done.values<Pose>('poses')[0]!.affinity_kcal_mol,
    ) as [number, number];
    expect(Math.abs(a - b)).toBeLessThan(1);
  });

  it('fails when no ligand can be docked, with the first reason', async () => {
    const boron = runNative(tool, [kinase(), smilesInput('CB(O)O boronic')], quick);
    await expect(boron).rejects.toThrow("no ligand could be docked; first error: ligand 'boronic': B: no AutoDock");
    const ends = ['15.000', '40.000'].map((x, i) => `ATOM      ${i + 1}  C   UNL     1      ${x}  94.900  59.900`);
    const atoms = ends.map((end) => `${end}  0.00  0.00    +0.000 C \n`).join('');
    const small = { ...quick, size_x: 12, size_y: 12, size_z: 12 };
    const long = ligandInput('PDBQT', `ROOT\n${atoms}ENDROOT\nTORSDOF 0\n`);
    const docked = runNative(tool, [kinase(), long], small);
    await expect(docked).rejects.toThrow(/the ligand is 25\.0 Å long, and the diagonal of the box 20\.8 Å/);
    await expect(docked).rejects.toBeInstanceOf(ToolError);
  });

  it('ends within seconds when it is stopped, and keeps the ligands that are done', async () => {
    const stop = new AbortController();
    const onProgress = (stars: number) => stars > 51 && stop.abort();
    const lines = ['CO methanol', 'Oc1ccccc1 phenol'].join('\n');
    const done = await runNative(tool, [kinase(), smilesInput(lines)], quick, { signal: stop.signal, onProgress });
    expect(done.values<Pose>('poses').every(({ ligand }) => ligand === 'methanol')).toBe(true);
    expect(done.values<Pose>('poses').length).toBeGreaterThan(0);
    expect(done.values<Failure>('failures')).toEqual([]);
  });
});

function kinaseAtom(residue: number, name: string): Vector {
  const line = kinase()
    .text.split('\n')
    .find((one) => Number(one.slice(22, 26)) === residue && one.slice(12, 16).trim() === name)!;
  return [line.slice(30, 38), line.slice(38, 46), line.slice(46, 54)].map(Number) as unknown as Vector;
}

describe('flexible side chains of a receptor', () => {
  /**
   * Meeko 0.8.0, mk_prepare_receptor -f, on the same protein: groups of atoms, hydrogens without their names, branches
   * in brackets. Cysteines of this file have no HG, and this histidine has two protons.
   */
  const meeko: Record<string, string> = {
    ...{
      'ARG 239': 'CA [CB [CG [CD [CZ H H H H H NE NH1 NH2]]]]',
      'ASN 231': 'CA [CB [CG H H ND2 OD1]]',
    },
    ...{
      'ASP 233': 'CA [CB [CG OD1 OD2]]',
      'CYS 305': 'CA [CB SG]',
      'GLN 252': 'CA [CB [CG [CD H H NE2 OE1]]]',
    },
    ...{ 'GLU 236': 'CA [CB [CG [CD OE1 OE2]]]', 'HIS 246': 'CA [CB [CD2 CE1 CG H H ND1 NE2]]' },
    ...{
      'ILE 242': 'CA [CB CG2 [CD1 CG1]]',
      'LEU 248': 'CA [CB [CD1 CD2 CG]]',
      'LYS 271': 'CA [CB [CG [CD [CE [H H H NZ]]]]]',
    },
    ...{
      'MET 237': 'CA [CB [CG [CE SD]]]',
      'PHE 283': 'CA [CB [CD1 CD2 CE1 CE2 CG CZ]]',
      'SER 265': 'CA [CB [H OG]]',
    },
    ...{ 'THR 315': 'CA [CB CG2 [H OG1]]', 'TRP 235': 'CA [CB [CD1 CD2 CE2 CE3 CG CH2 CZ2 CZ3 H NE1]]' },
    ...{ 'TYR 232': 'CA [CB [CD1 CD2 CE1 CE2 CG CZ [H OH]]]', 'VAL 256': 'CA [CB CG1 CG2]' },
  };

  /** Returns the tree of a residue in Vina's format, written as in the list above. */
  function treeOf(flexible: string): string {
    const groups: string[][] = [];
    let written = '';
    const flush = () => {
      written += groups.pop()?.toSorted().join(' ') ?? '';
    };
    for (const line of flexible.split('\n')) {
      if (line.startsWith('BRANCH')) {
        flush();
        written += ' [';
      } else if (line.startsWith('ENDBRANCH')) {
        flush();
        written += ']';
      } else if (line.startsWith('ATOM')) {
        if (groups.length === 0) groups.push([]);
        groups.at(-1)!.push(
          line
            .slice(12, 16)
            .trim()
            .replace(/^\d?H.*/, 'H'),
        );
      }
    }
    return written;
  }

  it('turn around the bonds that Meeko chooses', async () => {
    const pdbqt = await receptorPdbqt();
    const places = Object.keys(meeko).map((name) => ({ chain: 'B', number: Number(name.slice(4)), insertion: '' }));
    for (const [i, name] of Object.keys(meeko).entries()) {
      const { rigid, flexible } = splitReceptor(pdbqt, [places[i]!]);
      expect([name, treeOf(flexible!)]).toEqual([name, meeko[name]]);
      const left = atomsOfPdbqt(rigid).length + atomsOfPdbqt(flexible!).length;
      expect(left).toBe(atomsOfPdbqt(pdbqt).length);
    }
  });
});

describe('vina fails the job', () => {
  const atom = 'ATOM      1  C   UNL     1      15.000  54.000  17.000  0.00  0.00    +0.000';
  const ligand = `ROOT\n${atom} C \nENDROOT\nTORSDOF 0\n`;
  const receptor = `${atom} C \n`;
  const box = ['x', 'y', 'z'].flatMap((axis) => [`--center_${axis}=15`, `--size_${axis}=10`]);

  it.each([
    ['at an SDF as the ligand', receptor, dockedLigand(), box, /Unknown or inappropriate tag/],
    ['at two fragments', receptor, ligand + ligand, box, /Unknown or inappropriate tag|> ROOT/],
    ['at no atoms', receptor, 'ROOT\nENDROOT\nTORSDOF 0\n', box, /No atoms in this ligand/],
    ['at boron', receptor, ligand.replace(' C \n', ' B \n'), box, /Atom type B is not a valid AutoDock type/],
    ['at a ligand as the receptor', ligand, ligand, box, /found in rigid receptor/],
    ['without a box', receptor, ligand, [], /Grid box dimensions must be greater than 0/],
  ])('%s', async (_, receptorText, ligandText, options, message) => {
    writeFileSync(join(cwd, 'r.pdbqt'), receptorText);
    writeFileSync(join(cwd, 'l.pdbqt'), ligandText);
    const args = [
      '--receptor=r.pdbqt',
      '--ligand=l.pdbqt',
      '--out=o.pdbqt',
      '--cpu=1',
      '--exhaustiveness=1',
      ...options,
    ];
    const ended = runProgram({ program: programs.vina, args, cwd, signal: new AbortController().signal });
    await expect(ended).rejects.toThrow(message);
  });
});

describe('obabel', () => {
  it('types every heavy atom of a receptor', async () => {
    const done = runNative(tool, [structureInput('receptor', '1ubq.pdb'), smilesInput('CO methanol')], {
      center_x: 30,
      center_y: 29,
      center_z: 15,
      ...{ size_x: 12, size_y: 12, size_z: 12, exhaustiveness: 1 },
    });
    expect(atomsOfPdbqt((await done).files.find(({ port }) => port === 'poses_pdbqt')!.text).length).toBeGreaterThan(2);
  });
});
