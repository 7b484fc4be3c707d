import fc from 'fast-check';
import type { Static } from 'typebox';
import { describe, expect, it } from 'vitest';
import type { Vector } from '../shared/structure/vectors.ts';
import { refusesBadStructures } from '../testing/structureRefusals.ts';
import { checkAndRun } from '../testing/testRun.ts';
import { structureInput, structureText, ubiquitinWith } from '../testing/testStructures.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { move, superpose } from './superpose.ts';
import { contract, type failureItem, type superpositionItem } from './tool.ts';

const tool = { contract, check, run };
type Item = Static<typeof superpositionItem>;

describe('known answers', () => {
  it('superposes two cytochromes as Biopython does, and ranks by RMSD', async () => {
    const inputs = [
      structureInput('reference', 'd1crj__.pdb'),
      structureInput('mobile', 'd1cih__.pdb', 'other'),
      structureInput('mobile', 'd1crj__.pdb', 'same'),
    ];
    const done = await checkAndRun(tool, inputs);
    const [same, other] = done.values<Item>('superpositions');
    expect(same).toMatchObject({ aligned: 108, rmsd: 0 });
    expect(other).toMatchObject({ aligned: 108, rmsd: 0.1694 });
    expect(done.items.filter(({ port }) => port === 'superpositions').map(({ place }) => place)).toEqual([
      { sourceInputIds: ['reference', 'same'], rank: 1 },
      { sourceInputIds: ['reference', 'other'], rank: 2 },
    ]);
    const moved = done.files.filter(({ port }) => port === 'superposed');
    expect(moved.map(({ name }) => name)).toEqual(['superposed-0002.pdb', 'superposed-0001.pdb']);
  });

  it('a superposed file superposes on the reference without a move', async () => {
    const reference = structureInput('reference', 'd1crj__.pdb');
    const first = await checkAndRun(tool, [reference, structureInput('mobile', 'd1cih__.pdb')]);
    const again = await checkAndRun(tool, [reference, structureText('mobile', first.files[0]!.text)]);
    const { rmsd, rotation } = again.values<Item>('superpositions')[0]!;
    expect(rmsd).toBeCloseTo(0.1694, 3);
    expect(rotation.flat().map((value) => Math.round(value * 1e4) / 1e4 + 0)).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  });
});

it('matches by residue number on request', async () => {
  const shifted = ubiquitinWith((line) => {
    const number = String(Number(line.slice(22, 26)) + 10).padStart(4);
    return `${line.slice(0, 22)}${number}${line.slice(26)}`;
  });
  const inputs = [structureInput('reference', '1ubq.pdb'), structureText('mobile', shifted)];
  const aligned = async (match: string) =>
    (await checkAndRun(tool, inputs, { match })).values<Item>('superpositions')[0]!;
  expect(await aligned('residue_number')).toMatchObject({ aligned: 66 });
  expect(await aligned('sequence_alignment')).toMatchObject({ aligned: 76, rmsd: 0 });
});

it('reports a structure that does not match, and fails when none does', async () => {
  const far = ubiquitinWith(
    (line) => `${line.slice(0, 22)}9${line.slice(23, 26).replaceAll(' ', '0')}${line.slice(26)}`,
  );
  const inputs = [structureInput('reference', '1ubq.pdb'), structureText('mobile', far, 'PDB', 'far')];
  await expect(checkAndRun(tool, inputs, { match: 'residue_number' })).rejects.toThrow(
    'no structure could be superposed; first error: structure_1: 0 residues match the reference, at least 3 are needed',
  );
  const both = [...inputs, structureInput('mobile', '1ubq.pdb', 'near')];
  const done = await checkAndRun(tool, both, { match: 'residue_number' });
  expect(done.values<Static<typeof failureItem>>('failures')).toHaveLength(1);
  expect(done.values<Item>('superpositions')).toHaveLength(1);
});

it('names the chains of a structure that lacks the requested one', async () => {
  const inputs = [structureInput('reference', '1ubq.pdb'), structureInput('mobile', '1ubq.pdb')];
  await expect(checkAndRun(tool, inputs, { chain_reference: 'Q' })).rejects.toThrow(
    "there is no chain 'Q'; the chains are 'A'",
  );
});

describe('settings', () => {
  const cytochromes = [structureInput('reference', 'd1crj__.pdb'), structureInput('mobile', 'd1cih__.pdb')];

  // Biopython: Superimposer on the same atoms.
  it.each([
    [{ atoms: 'backbone' }, 432, 0.2006, 0],
    [{ atoms: 'heavy' }, 833, 0.6145, 0],
    [{ residues_reference: '10-50', match: 'residue_number' }, 41, 0.1375, 0],
    [{ cycles: 5 }, 105, 0.1582, 3],
  ])('%j', async (settings, aligned, rmsd, rejected) => {
    const [row] = (await checkAndRun(tool, cytochromes, settings)).values<Item>('superpositions');
    expect(row).toMatchObject({ aligned, rmsd, rejected });
  });

  it('superposes complexes by all chains in any order', async () => {
    const chain = (id: string, by: number) =>
      ubiquitinWith((line) => {
        const x = (Number(line.slice(30, 38)) + by).toFixed(3).padStart(8);
        return `${line.slice(0, 21)}${id}${line.slice(22, 30)}${x}${line.slice(38)}`;
      });
    const inputs = [
      structureText('reference', chain('A', 0) + chain('B', 40)),
      structureText('mobile', chain('B', 50) + chain('A', 10)),
    ];
    const done = await checkAndRun(tool, inputs, { all_chains: true });
    expect(done.values<Item>('superpositions')[0]).toMatchObject({
      aligned: 152,
      rmsd: 0,
      chain_mobile: 'B,A',
      chain_reference: 'B,A',
    });
    // One file has both structures, with four chains.
    const overlay = done.files.find(({ port }) => port === 'overlay')!.text.split('\n');
    const atoms = overlay.filter((line) => line.startsWith('ATOM'));
    expect(atoms).toHaveLength(4 * 602);
    expect(new Set(atoms.map((line) => line[21])).size).toBe(4);
  });

  it('refuses residues that do not exist', async () => {
    await expect(checkAndRun(tool, cytochromes, { residues_mobile: 'Q:1-5' })).rejects.toThrow(
      /there is no chain 'Q'; the chains are/,
    );
    await expect(checkAndRun(tool, cytochromes, { residues_mobile: 'A:1..5' })).rejects.toThrow(
      /'A:1\.\.5' is neither a chain/,
    );
  });
});

describe('properties', () => {
  const number = fc.double({ min: -50, max: 50, noNaN: true });
  const point = fc.tuple(number, number, number);
  const cloud = fc.array(point, { minLength: 3, maxLength: 20 });
  const turned = fc.tuple(number, number, number, number).filter((q) => Math.hypot(...q) > 1);

  /** Rotates by a quaternion with another method than the code under test. */
  const rotate = ([a, b, c, d]: number[], [x, y, z]: Vector): Vector => {
    const n = Math.hypot(a!, b!, c!, d!);
    const [w, u] = [a! / n, [b! / n, c! / n, d! / n] as const];
    const cross = (p: Vector, q: Vector): Vector => [
      p[1] * q[2] - p[2] * q[1],
      p[2] * q[0] - p[0] * q[2],
      p[0] * q[1] - p[1] * q[0],
    ];
    const t = cross(u, [x, y, z]).map((value) => 2 * value) as unknown as Vector;
    const s = cross(u, t);
    return [x + w * t[0] + s[0], y + w * t[1] + s[1], z + w * t[2] + s[2]];
  };

  it('undoes any rotation and translation', () => {
    fc.assert(
      fc.property(cloud, turned, point, (points, quaternion, shift) => {
        const target = points.map((at) => rotate(quaternion, at).map((v, i) => v + shift[i]!) as unknown as Vector);
        const found = superpose(points, target);
        expect(found.rmsd).toBeLessThan(1e-6);
        for (const [i, at] of points.entries())
          for (const [axis, value] of move(found, at).entries()) expect(value).toBeCloseTo(target[i]![axis]!, 5);
      }),
    );
  });

  it('RMSD is symmetric, independent of the order, and never above the RMSD without a move', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(point, point), { minLength: 3, maxLength: 20 }), turned, (pairs, quaternion) => {
        const [a, b] = [pairs.map(([first]) => first), pairs.map(([, second]) => second)];
        const { rmsd, rotation } = superpose(a, b);
        expect(superpose(b, a).rmsd).toBeCloseTo(rmsd, 6);
        expect(superpose([...a].reverse(), [...b].reverse()).rmsd).toBeCloseTo(rmsd, 6);
        expect(
          superpose(
            a.map((at) => rotate(quaternion, at)),
            b,
          ).rmsd,
        ).toBeCloseTo(rmsd, 6);
        const still = Math.sqrt(pairs.reduce((sum, [p, q]) => sum + squared(p, q), 0) / pairs.length);
        expect(rmsd).toBeLessThanOrEqual(still + 1e-9);
        expect(determinant(rotation)).toBeCloseTo(1, 8);
      }),
    );
  });

  const squared = (p: Vector, q: Vector) => (p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 + (p[2] - q[2]) ** 2;
  const determinant = ([a, b, c]: readonly [Vector, Vector, Vector]) =>
    a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
});

describe('refuses as the reference', () =>
  refusesBadStructures(tool, 'reference', 'protein', [structureInput('mobile', '1ubq.pdb')]));

describe('refuses as the mobile', () =>
  refusesBadStructures(tool, 'mobile', 'protein', [structureInput('reference', '1ubq.pdb')]));
