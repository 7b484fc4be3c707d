import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Static } from 'typebox';
import { afterAll, expect, it } from 'vitest';
import { ToolError } from '../contract.ts';
import { atomsOfMolfile } from '../shared/ligands/molfile.ts';
import { convertMolecule } from '../shared/ligands/openBabel.ts';
import { atomsOfPdbqt } from '../shared/ligands/pdbqt.ts';
import { dockedLigand, ligandInput, molecules, smilesInput } from '../shared/ligands/testLigands.ts';
import { programs } from '../shared/native/programs.ts';
import { runProgram } from '../shared/native/runProgram.ts';
import { describeWithPrograms, runNative } from '../shared/native/testNative.ts';
import { structureInput, structureText } from '../shared/structure/testStructures.ts';
import { distance } from '../shared/structure/vectors.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { boxInput, kinase, site } from './testDocking.ts';
import { contract, type failureItem, type poseItem } from './tool.ts';

const tool = { contract, check, run };
const describe = await describeWithPrograms(contract);
type Pose = Static<typeof poseItem>;
type Failure = Static<typeof failureItem>;

const cwd = mkdtempSync(join(tmpdir(), 'rotamer-vina-'));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

/** Searches are short here: these ligands are small, or their best pose is found from this seed at once. */
const quick = { ...site, exhaustiveness: 1 };

const dockPhenol = (receptor: ReturnType<typeof kinase>) =>
  runNative(tool, [receptor, smilesInput('Oc1ccccc1 phenol')], { ...quick, num_modes: 1 });

let docked: ReturnType<typeof dockPhenol> | undefined;
/** Once for all tests. */
const dockedPhenol = () => (docked ??= dockPhenol(kinase()));

/** Phenol as `vina-dock` gave it to Vina. */
async function phenolPdbqt(): Promise<string> {
  const pose = (await dockedPhenol()).files.find(({ port }) => port === 'poses_pdbqt')!.text;
  return pose.replace(/^(MODEL|ENDMDL).*\n/gm, '');
}

/** The affinities that Vina writes when it is called without the tool, best first. */
async function vinaAlone(receptor: string, ligand: string, settings: Record<string, number>): Promise<number[]> {
  writeFileSync(join(cwd, 'receptor.pdbqt'), receptor);
  // Vina copies remarks, and a pose has those of its own docking.
  writeFileSync(join(cwd, 'ligand.pdbqt'), ligand.replace(/^REMARK.*\n/gm, ''));
  const options = { ...settings, size_x: 20, size_y: 20, size_z: 20 };
  const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  const files = ['--receptor=receptor.pdbqt', '--ligand=ligand.pdbqt', '--out=own.pdbqt'];
  await runProgram({ program: programs.vina, args: [...files, ...args], cwd, signal: new AbortController().signal });
  const written = readFileSync(join(cwd, 'own.pdbqt'), 'utf8');
  return [...written.matchAll(/^REMARK VINA RESULT: +(\S+)/gm)].map(([, affinity]) => Number(affinity));
}

/** The receptor as a crystal has it, without hydrogens. */
function bareKinase() {
  const lines = kinase().text.split('\n');
  return structureText('receptor', lines.filter((line) => !/^ATOM.{72} H/.test(line)).join('\n'));
}

describe('vina-dock with its programs', () => {
  it('puts imatinib back to where it was docked', async () => {
    // Around the reference. One search finds its place from some seeds only: from 2 and 4 of 1 to 4.
    const box = boxInput('{"center":[10.6,94.7,59.1],"size":[16,18,20]}');
    const inputs = [kinase(), ligandInput('SDF', dockedLigand()), box];
    const done = await runNative(tool, inputs, { exhaustiveness: 1, seed: 2 });
    const [best] = done.values<Pose>('poses');
    expect(best).toMatchObject({ ligand: 'imatinib', mode: 1, rmsd_lb: 0, rmsd_ub: 0, number: 1 });
    expect(best!.smiles).toBe('Cc1ccc(NC(=O)c2ccc(C[NH+]3CC[NH+](C)CC3)cc2)cc1Nc1nccc(-c2cccnc2)n1');
    expect(best!.affinity_kcal_mol).toBeGreaterThan(-11.5);
    expect(best!.affinity_kcal_mol).toBeLessThan(-9.5);
    expect(best!.inter).toBeLessThan(best!.affinity_kcal_mol);
    const sdf = done.files.find(({ port }) => port === 'poses_sdf')!.text;
    expect(rmsd(heavy(sdf), heavy(dockedLigand()))).toBeLessThan(1);
    expect(done.items[0]!.place).toEqual({ sourceInputIds: ['ligands', 'receptor', 'box'], rank: 1 });
    // The bar has 51 stars, and each is reported.
    expect(done.reports.at(-1)).toEqual({ done: 51, total: 51 });
    expect(done.reports.length).toBeGreaterThan(10);
  });

  it('ranks ligands, names those that it cannot dock, and repeats itself', async () => {
    const lines = ['OB(O)c1ccccc1 boronic', molecules.caffeine, 'C1CC( open', 'CC(=O)Nc1ccc(O)cc1 paracetamol'];
    const [first, again] = [
      await runNative(tool, [kinase(), smilesInput(lines.join('\n'))], { ...quick, num_modes: 2 }),
      await runNative(tool, [kinase(), smilesInput(molecules.caffeine)], { ...quick, num_modes: 2 }),
    ];
    const best = first.items.filter(({ port, value }) => port === 'poses' && (value as Pose).mode === 1);
    expect(best.map(({ value, place }) => [(value as Pose).ligand, place.rank])).toEqual([
      ['paracetamol', 1],
      ['caffeine', 2],
    ]);
    const caffeine = first.values<Pose>('poses').filter(({ ligand }) => ligand === 'caffeine');
    const energies = (poses: Pose[]) => poses.map((pose) => pose.affinity_kcal_mol);
    expect(energies(again.values<Pose>('poses'))).toEqual(energies(caffeine));
    expect(first.values<Failure>('failures')).toEqual([
      { ligand: 'boronic', message: 'B: no AutoDock atom type' },
      { ligand: 'open', message: expect.stringMatching(/^SMILES Parse Error/) },
    ]);
    expect(caffeine.length).toBeLessThanOrEqual(2);
    expect(first.files.map(({ name }) => name)).toEqual([
      'poses-0004.sdf',
      'poses-0004.pdbqt',
      'poses-0002.sdf',
      'poses-0002.pdbqt',
      'affinities.svg',
    ]);
  });

  it('finds what Vina finds by itself in PDBQT of both', async () => {
    const { text } = kinase();
    const job = { workdir: cwd, signal: new AbortController().signal };
    const receptor = (await convertMolecule(job, { from: 'pdb', to: 'pdbqt', text, options: ['-xr'] }))!;
    const ligand = await phenolPdbqt();
    const settings = { ...quick, seed: 7, num_modes: 5 };
    const inputs = [structureText('receptor', receptor, 'PDBQT'), ligandInput('PDBQT', ligand)];
    const done = await runNative(tool, inputs, settings);
    expect(done.values<Pose>('poses')[0]).toMatchObject({ ligand: 'phenol', smiles: null });
    expect(done.files.map(({ port }) => port)).toEqual(['poses_pdbqt', 'picture']);
    const own = await vinaAlone(receptor, ligand, settings);
    expect(own.length).toBeGreaterThan(1);
    expect(done.values<Pose>('poses').map((pose) => pose.affinity_kcal_mol)).toEqual(own);
  });

  it('sets the hydrogens of a receptor that has none', async () => {
    // From obabel 3.1.1; the affinities differ a little with the places of hydrogens.
    const [a, b] = [await dockPhenol(bareKinase()), await dockedPhenol()].map(
      (done) => done.values<Pose>('poses')[0]!.affinity_kcal_mol,
    ) as [number, number];
    expect(Math.abs(a - b)).toBeLessThan(1);
  });

  it('fails when no ligand can be docked, with the first reason', async () => {
    const boron = runNative(tool, [kinase(), smilesInput('OB(O)c1ccccc1 boronic')], quick);
    await expect(boron).rejects.toThrow("no ligand could be docked; first error: ligand 'boronic': B: no AutoDock");
    const long = runNative(tool, [kinase(), smilesInput(`${'C'.repeat(22)} docosane`)], {
      ...quick,
      size_x: 12,
      size_y: 12,
      size_z: 12,
    });
    await expect(long).rejects.toThrow(/the ligand is \d+\.\d Å long, and the diagonal of the box 20\.8 Å/);
    await expect(long).rejects.toBeInstanceOf(ToolError);
  });

  it('ends within seconds when it is stopped, and keeps the ligands that it had', async () => {
    const stop = new AbortController();
    const onProgress = (stars: number) => stars > 51 && stop.abort();
    const lines = ['CO methanol', molecules.caffeine].join('\n');
    const done = await runNative(tool, [kinase(), smilesInput(lines)], quick, { signal: stop.signal, onProgress });
    expect(done.values<Pose>('poses').every(({ ligand }) => ligand === 'methanol')).toBe(true);
    expect(done.values<Pose>('poses').length).toBeGreaterThan(0);
    expect(done.values<Failure>('failures')).toEqual([]);
  });
});

const heavy = (sdf: string) => atomsOfMolfile(sdf).filter(({ element }) => element !== 'H');

function rmsd(a: ReturnType<typeof heavy>, b: ReturnType<typeof heavy>): number {
  expect(a.map(({ element }) => element)).toEqual(b.map(({ element }) => element));
  return Math.sqrt(a.reduce((sum, atom, i) => sum + distance(atom.point, b[i]!.point) ** 2, 0) / a.length);
}

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
      exhaustiveness: 1,
    });
    expect(atomsOfPdbqt((await done).files.find(({ port }) => port === 'poses_pdbqt')!.text).length).toBeGreaterThan(2);
  });
});
