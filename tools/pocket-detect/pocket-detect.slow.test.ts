// @module-tag native

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Static } from 'typebox';
import { expect, it, onTestFinished, vi } from 'vitest';
import { atomsOfMolfile } from '../shared/ligands/molfile.ts';
import { centroid, distance, type Vector } from '../shared/structure/vectors.ts';
import { dockedLigand } from '../testing/testLigands.ts';
import { describeWithPrograms, runNative } from '../testing/testNative.ts';
import { checkAndRun } from '../testing/testRun.ts';
import { structureInput } from '../testing/testStructures.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { contract, type pocketItem } from './tool.ts';

const tool = { contract, check, run };
const describe = await describeWithPrograms(contract);
type Pocket = Static<typeof pocketItem>;

describe('pocket-detect with its program', () => {
  it('finds the pocket of a kinase where its inhibitor binds, and none in ubiquitin', async () => {
    const inputs = ['abl1.pdb', '1ubq.pdb'].map((file) => structureInput('structure', file, file));
    const done = await runNative(tool, inputs);
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
    expect(done.files.map(({ name }) => name)).toEqual(['box-0001.json', 'pocket-0001.pdb']);
    expect(JSON.parse(done.files[0]!.text)).toEqual({ center: kinase!.center, size: [30, 30, 30] });
    const marked = done.files[1]!.text.split('\n').filter((line) => / 1\.00 {2}1\.00 /.test(line));
    expect(marked).toHaveLength(442);
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
