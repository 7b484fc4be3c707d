// @module-tag native

import type { Static } from 'typebox';
import { expect, it } from 'vitest';
import { centroid, distance, type Vector } from '../shared/structure/vectors.ts';
import { move, superpose } from '../structure-superpose/superpose.ts';
import { readTestData } from '../testdata/read.ts';
import { caseInput } from '../testing/testCases.ts';
import { describeWithPrograms, runNative } from '../testing/testNative.ts';
import { structureInput, structureText } from '../testing/testStructures.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { contract, type residueItem } from './tool.ts';

const tool = { contract, check, run };
const describe = await describeWithPrograms(contract);

const alphaCarbons = (pdb: string): Vector[][] =>
  pdb
    .split(/^MODEL /m)
    .slice(1)
    .map((model) =>
      [...model.matchAll(/^ATOM.{9}CA .{14}(.{8})(.{8})(.{8})/gm)].map(
        ([, x, y, z]): Vector => [Number(x), Number(y), Number(z)],
      ),
    );

/** Returns the root mean square deviation over all pairs of models. */
function rmsdOfPairs(models: Vector[][]): number {
  const squares = models.flatMap((a, i) =>
    models.slice(i + 1).flatMap((b) => a.map((point, k) => distance(point, b[k]!) ** 2)),
  );
  return Math.sqrt(squares.reduce((sum, each) => sum + each, 0) / squares.length);
}

const chemokine = () => [structureInput('ensemble', '2sdf_5models.pdb')];

describe('ensemble-superpose with its program', () => {
  it('superposes five models of a chemokine, the same twice', async () => {
    const [first, second] = [await runNative(tool, chemokine()), await runNative(tool, chemokine())];
    expect(first.values('summary')).toEqual([
      { structure: expect.any(String), models: 5, ls_rmsd: 4.65273, ml_rmsd: 5.77978, ml_sigma: 0.08353 },
    ]);
    const residues = first.values<Static<typeof residueItem>>('residues');
    expect(residues).toHaveLength(67);
    expect(residues[0]).toMatchObject({ seq: '1', res: 'LYS', variance: expect.closeTo(66.84, 1) });
    const [superposed, average] = first.files;
    expect(superposed!.text.match(/^MODEL /gm)).toHaveLength(5);
    expect(superposed!.text.match(/^ATOM /gm)).toHaveLength(2750);
    expect(average!.text.match(/^ATOM /gm)).toHaveLength(67);
    expect(second.files).toEqual(first.files);
    expect(rmsdOfPairs(alphaCarbons(superposed!.text))).toBeCloseTo(5.77978, 3);
  });

  it('gives the least-squares deviation that a Procrustes superposition of all models has', () => {
    let models = alphaCarbons(readTestData('structures/2sdf_5models.pdb'));
    for (let round = 0; round < 50; round++) {
      const mean = models[0]!.map((_, i) => centroid(models.map((points) => points[i]!)));
      models = models.map((points) => {
        const onto = superpose(points, mean);
        return points.map((point) => move(onto, point));
      });
    }
    // A superposition by NumPy's SVD (Kabsch) gives the same value.
    expect(rmsdOfPairs(models)).toBeCloseTo(4.65273, 3);
  });

  it('case S03a: accepts frames separated by END lines', async () => {
    const done = await runNative(tool, [caseInput('ensemble', 'S03a_vmd_frames_END_only.pdb')]);
    expect(done.values('summary')).toMatchObject([{ models: 3 }]);
    expect(done.files[0]!.text.match(/^MODEL /gm)).toHaveLength(3);
  });

  it('superposes the chosen residues, and names the others', async () => {
    const done = await runNative(tool, chemokine(), { residues: '10-60' });
    expect(done.values('residues')).toHaveLength(51);
    expect(done.values('left_out')).toContainEqual(expect.objectContaining({ what: 'residue', count: 16 }));
  });

  it('keeps insertion codes, and names that THESEUS does not know', async () => {
    const model = readTestData('cases/structure/S06a_insertion_codes_33ABC.pdb').match(/^ATOM.*\n/gm)!;
    const named = model.join('').replaceAll(' HIS ', ' HIE ');
    const models = (other: string) => `MODEL 1\n${named}ENDMDL\nMODEL 2\n${other}ENDMDL\n`;
    // Every line of the other model is moved by a different distance.
    const other = named.replace(/^(ATOM.{26})(.{8})/gm, (_, before, x, at) =>
      before.concat((Number(x) + (at % 7) / 10).toFixed(3).padStart(8)),
    );
    const text = models(other);
    const same = runNative(tool, [structureText('ensemble', models(named))]);
    await expect(same).rejects.toThrow('all models have the same coordinates');
    const done = await runNative(tool, [structureText('ensemble', text)]);
    expect(done.values<Static<typeof residueItem>>('residues').map(({ seq }) => seq)).toContain('33A');
    expect(done.files[0]!.text).toMatch(/^ATOM .* GLU A {2}33A/m);
    expect(done.files[0]!.text).toMatch(/^ATOM .* HIE A /m);
  });

  it('writes no output when it was stopped', async () => {
    const done = await runNative(tool, chemokine(), {}, { signal: AbortSignal.abort() });
    expect([done.items, done.files]).toEqual([[], []]);
  });
});
