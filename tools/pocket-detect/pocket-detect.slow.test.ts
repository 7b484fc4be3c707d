// @module-tag native

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Static } from 'typebox';
import { expect, it, onTestFinished, vi } from 'vitest';
import { atomsOfMolfile } from '../shared/ligands/molfile.ts';
import { runPython } from '../shared/native/runPython.ts';
import { centroid, distance, type Vector } from '../shared/structure/vectors.ts';
import { dockedLigand } from '../testing/testLigands.ts';
import { describeWithPrograms, runNative } from '../testing/testNative.ts';
import { checkAndRun } from '../testing/testRun.ts';
import { structureInput } from '../testing/testStructures.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { contract, type pocketItem, type rankedItem } from './tool.ts';

const tool = { contract, check, run };
const describe = await describeWithPrograms(contract);
type Pocket = Static<typeof pocketItem>;
type Ranked = Static<typeof rankedItem>;

const detect = () => {
  const inputs = ['abl1.pdb', '1ubq.pdb', '4CUP.cif'].map((file) => structureInput('structure', file, file));
  return runNative(tool, inputs, { max_ranked: 5 });
};

let detected: ReturnType<typeof detect> | undefined;
/** Looks for pockets in three structures once for all tests. */
const detectedOnce = () => (detected ??= detect());

describe('pocket-detect with its program', () => {
  it('finds the pocket of a kinase where its inhibitor binds, and none in ubiquitin', async () => {
    const done = await detectedOnce();
    const [kinase, ubiquitin] = done.values<Pocket>('pockets');
    // Values of Voronota 1.22.
    expect(kinase).toMatchObject({
      max_buriedness: 0.986629,
      pocket_atoms: 442,
      pocket_vertices: 1014,
      volume: 10408.4,
      clipped: true,
    });
    const ligand = centroid(atomsOfMolfile(dockedLigand()).map(({ point }) => point));
    expect(distance(kinase!.center as unknown as Vector, ligand)).toBeLessThan(4.5);
    expect(ubiquitin).toMatchObject({ max_buriedness: 0.12644, pocket_atoms: 0, volume: 0, center: null });
    const detected = done.files.filter(({ port }) => port !== 'ranked_box');
    const names = ['box-0001.json', 'pocket-0001.pdb', 'box-0003.json', 'pocket-0003.pdb'];
    expect(detected.map(({ name }) => name)).toEqual(names);
    expect(JSON.parse(done.files[0]!.text)).toEqual({ center: kinase!.center, size: [30, 30, 30] });
    const marked = done.files[1]!.text.split('\n').filter((line) => / 1\.00 {2}1\.00 /.test(line));
    expect(marked).toHaveLength(442);
  });

  it('ranks first the pockets where ligands bind, with boxes around them', async () => {
    const done = await detectedOnce();
    const ranked = [...Map.groupBy(done.values<Ranked>('ranked'), ({ structure }) => structure).values()];
    const [kinase, reader] = [ranked.at(0), ranked.at(-1)];
    // Residues that imatinib (Nagar et al., 2002) and the fragment of 4CUP bind to.
    expect(kinase![0]!.residues).toEqual(expect.arrayContaining(['B:GLU286', 'B:MET290', 'B:VAL299', 'B:ASP381']));
    expect(reader![0]!.residues).toEqual(expect.arrayContaining(['A:PHE1889', 'A:VAL1893', 'A:TYR1901', 'A:ASN1944']));
    const ligand = atomsOfMolfile(dockedLigand()).map(({ point }) => point);
    const center = kinase![0]!.center as unknown as Vector;
    expect(Math.min(...ligand.map((point) => distance(point, center)))).toBeLessThan(4);
    // fpocket-rs 0.1 finds this pocket with the same spheres and density.
    expect(kinase).toContainEqual(
      expect.objectContaining({ alpha_spheres: 57, hydrophobic_density: 20.435, apolar: 0.404 }),
    );
    expect(kinase!.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5]);
    const box = JSON.parse(done.files.find(({ name }) => name === 'ranked-0001-01.json')!.text);
    expect(box).toEqual({ center: kinase![0]!.center, size: expect.any(Array) });
    for (const { score, alpha_spheres, hydrophobic_density } of kinase!)
      expect(score).toBeCloseTo(alpha_spheres * hydrophobic_density, 0);
  });

  it('finds the sphere between four atoms, and its volume', async () => {
    // A tetrahedron with edges of 4√2 Å around the origin: the sphere has the radius 2√3.
    const corners = [
      [2, 2, 2],
      [2, -2, -2],
      [-2, 2, -2],
      [-2, -2, 2],
    ];
    const cwd = mkdtempSync(join(tmpdir(), 'rotamer-spheres-'));
    onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
    const request = {
      points: corners,
      apolar: [true, true, true, false],
      ...{ min_radius: 3.4, max_radius: 6.2, linkage: 2, min_spheres: 1 },
    };
    const script = join(import.meta.dirname, 'alpha_spheres.py');
    const [pocket] = (await runPython<{ volume: number }[]>({
      ...{ script, request, cwd, signal: new AbortController().signal },
    }))!;
    expect(pocket).toMatchObject({ spheres: 1, apolar: 1, density: 0, atoms: [0, 1, 2, 3] });
    expect(pocket!.volume / ((4 / 3) * Math.PI * Math.sqrt(12) ** 3)).toBeCloseTo(1, 1);
  });

  it('keeps the structures that are done when it is stopped during the next', async () => {
    const workdir = mkdtempSync(join(tmpdir(), 'rotamer-pocket-'));
    onTestFinished(() => rmSync(workdir, { recursive: true, force: true }));
    const stop = new AbortController();
    const inputs = ['1ubq.pdb', 'abl1.pdb'].map((file) => structureInput('structure', file, file));
    const first = Promise.withResolvers<void>();
    const running = checkAndRun(tool, inputs, {}, { workdir, signal: stop.signal, onProgress: () => first.resolve() });
    await first.promise;
    // Voronota's own files, which it removes when it ends.
    const computes = () => expect(readdirSync(workdir, { recursive: true }).join('\n')).toMatch(/\/balls$/m);
    await vi.waitFor(computes, { timeout: 60_000, interval: 20 });
    const stopped = Date.now();
    stop.abort();
    const done = await running;
    expect(done.values<Pocket>('pockets')).toHaveLength(1);
    expect(Date.now() - stopped).toBeLessThan(10_000);
  });
});
