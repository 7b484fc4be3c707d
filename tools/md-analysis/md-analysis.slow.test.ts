// @module-tag native

import type { Static } from 'typebox';
import { expect, it } from 'vitest';
import { readTestData } from '../testdata/read.ts';
import { describeWithPrograms, runNative } from '../testing/testNative.ts';
import { structureInput, structureText } from '../testing/testStructures.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { type clusterItem, contract, type frameItem, type residueItem } from './tool.ts';

const tool = { contract, check, run };
const describe = await describeWithPrograms(contract);
type Frame = Static<typeof frameItem>;
type ResidueRow = Static<typeof residueItem>;
type Cluster = Static<typeof clusterItem>;

const masses: Record<string, number> = { H: 1.008, C: 12.011, N: 14.007, O: 15.999, S: 32.06 };

const ensemble = () => structureInput('trajectory', '2sdf_5models.pdb');
const analyse = () => runNative(tool, [ensemble()], { cluster_cutoff: 5 });
let analysed: ReturnType<typeof analyse> | undefined;
/** Analyses the five models once for all tests. */
const analysedOnce = () => (analysed ??= analyse());

describe('md-analysis', () => {
  it('gives the values of GROMACS for five models of 2SDF', async () => {
    const done = await analysedOnce();
    const frames = done.values<Frame>('frames');
    // GROMACS 2022.5, gmx rms on C-alpha, in nm: 0.6689861 0.5292859 0.5590531 0.2967915.
    const rmsd = [0, 6.689861, 5.292859, 5.590531, 2.967915];
    for (const [i, value] of rmsd.entries()) expect(frames[i]!.rmsd).toBeCloseTo(value, 2);
    // gmx gyrate on all atoms of the protein, in nm.
    const gyration = [12.985, 13.712, 13.279, 14.245, 12.953];
    for (const [i, value] of gyration.entries()) expect(frames[i]!.rg).toBeCloseTo(value, 1);
    // gmx rmsf -res on C-alpha, in nm: the first five residues and the last.
    const rmsf = [10.854, 10.21, 7.741, 7.1, 5.314];
    const residues = done.values<ResidueRow>('residues');
    expect(residues).toHaveLength(67);
    for (const [i, value] of rmsf.entries()) expect(residues[i]!.rmsf).toBeCloseTo(value, 1);
    expect(residues.at(-1)!.rmsf).toBeCloseTo(3.46, 1);
    // gmx cluster -method gromos -cutoff 0.5: four frames and one.
    const clusters = done.values<Cluster>('clusters');
    expect(clusters.map(({ frames: count }) => count)).toEqual([4, 1]);
    expect(frames.filter(({ cluster }) => cluster === 2).map(({ frame }) => frame)).toEqual([1]);
    expect(done.files.map(({ name }) => name)).toEqual(['representatives.pdb', 'rmsd.svg', 'rmsf.svg']);
  });

  // mdtraj #2178: its distances are from the mean of the atoms.
  it('measures the radius of gyration about the centre of mass', async () => {
    const atoms = readTestData('structures/1sp1.pdb')
      .split('\n')
      .filter((line) => line.startsWith('ATOM'))
      .map((line) => {
        const element = line.slice(12, 16).trim().replace(/^\d/, '')[0]!;
        const [x, y, z] = [30, 38, 46].map((at) => Number(line.slice(at, at + 8))) as [number, number, number];
        // Hydrogens lie to one side, so that both centres differ.
        return { line, mass: masses[element]!, point: [x + (element === 'H' ? 9 : 0), y, z] };
      });
    const model = atoms.map(
      ({ line, point }) =>
        `${line.slice(0, 30)}${point.map((value) => value.toFixed(3).padStart(8)).join('')}${line.slice(54)}`,
    );
    const text = ['MODEL        1', ...model, 'ENDMDL', 'MODEL        2', ...model, 'ENDMDL', ''].join('\n');
    const [frame] = (await runNative(tool, [structureText('trajectory', text)])).values<Frame>('frames');
    const total = atoms.reduce((sum, { mass }) => sum + mass, 0);
    const centre = [0, 1, 2].map(
      (axis) => atoms.reduce((sum, { mass, point }) => sum + mass * point[axis]!, 0) / total,
    );
    const moment = atoms.reduce(
      (sum, { mass, point }) =>
        sum + mass * point.reduce((square, value, axis) => square + (value - centre[axis]!) ** 2, 0),
      0,
    );
    expect(frame!.rg).toBeCloseTo(Math.sqrt(moment / total), 2);
  });

  it('superposes a rotated molecule without deviation, and finds its hydrogen bonds', async () => {
    const lines = readTestData('structures/1sp1.pdb')
      .split('\n')
      .filter((line) => line.startsWith('ATOM'));
    const turned = lines.map((line) => {
      const [x, y, z] = [30, 38, 46].map((at) => Number(line.slice(at, at + 8)));
      const xyz = [y!, -x!, z! + 5].map((value) => value.toFixed(3).padStart(8)).join('');
      return `${line.slice(0, 30)}${xyz}${line.slice(54)}`;
    });
    const text = ['MODEL        1', ...lines, 'ENDMDL', 'MODEL        2', ...turned, 'ENDMDL', ''].join('\n');
    const done = await runNative(tool, [structureText('trajectory', text)]);
    for (const { rmsd } of done.values<Frame>('frames')) expect(rmsd).toBeLessThan(0.002);
    for (const { rmsf } of done.values<ResidueRow>('residues')) expect(rmsf).toBeLessThan(0.002);
    const bonds = done.values<{ donor: string; acceptor: string; share: number }>('hbonds');
    expect(new Set(bonds.map(({ share }) => share))).toEqual(new Set([1]));
    // In the file, donor and acceptor of every bond are within 3.5 Å.
    const find = (name: string) => {
      const [, number, atom] = /^\w:[A-Z]{3}(\d+) (\S+)$/.exec(name)!;
      const line = lines.find((one) => one.slice(22, 26).trim() === number && one.slice(12, 16).trim() === atom)!;
      return [30, 38, 46].map((at) => Number(line.slice(at, at + 8)));
    };
    expect(bonds.length).toBeGreaterThan(5);
    for (const { donor, acceptor } of bonds) {
      const [one, other] = [find(donor), find(acceptor)];
      expect(Math.hypot(...one.map((value, i) => value - other[i]!)), `${donor} ${acceptor}`).toBeLessThan(3.6);
    }
    expect(done.values<Cluster>('clusters')).toEqual([{ cluster: 1, frames: 2, share: 1, representative: 1 }]);
  });

  it('depends on the reference only in the RMSD, and compares the chosen atoms', async () => {
    const [first, last] = [await analysedOnce(), await runNative(tool, [ensemble()], { reference: 5 })];
    expect(last.values<Frame>('frames')[0]!.rmsd).toBeCloseTo(first.values<Frame>('frames')[4]!.rmsd, 2);
    expect(last.values<Frame>('frames').map(({ rg }) => rg)).toEqual(first.values<Frame>('frames').map(({ rg }) => rg));
    const part = await runNative(tool, [ensemble()], { residues: '12-60', atoms: 'backbone' });
    expect(part.values<ResidueRow>('residues')).toHaveLength(49);
    expect(part.values<Frame>('frames')[1]!.rmsd).toBeLessThan(first.values<Frame>('frames')[1]!.rmsd);
  });
});
