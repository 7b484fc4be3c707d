import fc from 'fast-check';
import type { Static } from 'typebox';
import { describe, expect, it } from 'vitest';
import { checkRequest } from '../shared/checkRequest.ts';
import type { Vector } from '../shared/structure/vectors.ts';
import { readTestData } from '../testdata/read.ts';
import { refusesBadStructures } from '../testing/structureRefusals.ts';
import { checkAndRun } from '../testing/testRun.ts';
import { structureInput, structureText, ubiquitinWith } from '../testing/testStructures.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { contract, type summaryItem, type torsionItem } from './tool.ts';
import { regionOf, torsion } from './torsions.ts';

const tool = { contract, check, run };
type Item = Static<typeof torsionItem>;

it('gives the angles of 1UBQ that DSSP gives', async () => {
  const done = await checkAndRun(tool, [structureInput('structure', '1ubq.pdb')]);
  const rows = done.values<Item>('torsions');
  expect(rows).toHaveLength(76);
  expect(rows[0]).toMatchObject({ seq: '1', res: 'MET', phi: null, psi: expect.closeTo(149.6, 1), region: null });
  expect(rows[1]).toMatchObject({ phi: expect.closeTo(-91, 1), psi: expect.closeTo(138.3, 1), region: 'B' });
  expect(rows.at(-1)).toMatchObject({ seq: '76', psi: null, omega: null, region: null });
  // Residues 23-33 are the helix of ubiquitin.
  expect(rows.slice(22, 33).every(({ region }) => region === 'A')).toBe(true);
  expect(done.files[0]!.text.split('\n')).toHaveLength(78);
});

it('has no angle across a break of the chain', async () => {
  const text = ubiquitinWith((line) => (line.slice(22, 26) === '  40' ? [] : line));
  const rows = (await checkAndRun(tool, [structureText('structure', text)])).values<Item>('torsions');
  expect(rows.find(({ seq }) => seq === '39')).toMatchObject({ psi: null, omega: null });
  expect(rows.find(({ seq }) => seq === '41')).toMatchObject({ phi: null });
});

it.each([
  [-60, -45, 180, 'A'],
  [-120, 130, 180, 'B'],
  [-120, -80, 180, 'B'],
  [60, 40, 180, 'G'],
  [60, 180, 180, 'E'],
  [-60, -45, 3, 'O'],
  [null, 40, 180, null],
])('phi %s, psi %s, omega %s is in region %s', (phi, psi, omega, region) => {
  expect(regionOf(phi, psi, omega)).toBe(region);
});

describe('an angle', () => {
  const number = fc.double({ min: -20, max: 20, noNaN: true });
  const point = fc.tuple(number, number, number);
  const four = fc.tuple(point, point, point, point);
  const apart = (x: number, y: number) => Math.abs(((((x - y) % 360) + 540) % 360) - 180);
  const isBent = ([a, b, c, d]: Vector[]) => [a!, d!].every((end) => sharp(end, b!, c!)) && gap(b!, c!) > 0.5;
  const gap = (p: Vector, q: Vector) => Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
  /** Whether a point is far from the line through b and c. For points on the line the angle is undefined. */
  const sharp = (p: Vector, b: Vector, c: Vector) => {
    const [u, v] = [p.map((value, i) => value - b[i]!), c.map((value, i) => value - b[i]!)];
    const along = u.reduce((sum, value, i) => sum + value * v[i]!, 0) / Math.hypot(...v);
    return Math.hypot(...u) ** 2 - along ** 2 > 0.1;
  };

  it('is the same when shifted, turned or read backwards, and changes its sign in a mirror', () => {
    fc.assert(
      fc.property(four.filter(isBent), point, ([a, b, c, d], shift) => {
        const angle = torsion(a, b, c, d);
        const on = (change: (p: Vector) => Vector) => torsion(change(a), change(b), change(c), change(d));
        expect(
          apart(
            on((p) => [p[0] + shift[0], p[1] + shift[1], p[2] + shift[2]]),
            angle,
          ),
        ).toBeLessThan(1e-4);
        expect(
          apart(
            on(([x, y, z]) => [y, z, x]),
            angle,
          ),
        ).toBeLessThan(1e-4);
        expect(
          apart(
            on(([x, y, z]) => [-x, y, z]),
            -angle,
          ),
        ).toBeLessThan(1e-4);
        expect(apart(torsion(d, c, b, a), angle)).toBeLessThan(1e-4);
      }),
    );
  });

  it('is 60 degrees when it was built with 60 degrees', () => {
    const third = Math.PI / 3;
    expect(torsion([1, 0, 0], [0, 0, 0], [0, 0, 1], [Math.cos(third), Math.sin(third), 1])).toBeCloseTo(60, 9);
  });
});

describe('refuses', () => refusesBadStructures(tool, 'structure', 'backbone'));

it('plots each residue of 1UBQ with both angles at its angles', async () => {
  const done = await checkAndRun(tool, [structureInput('structure', '1ubq.pdb')]);
  const picture = done.files.find(({ port }) => port === 'picture')!.text;
  const counts = [...picture.matchAll(/data-points="(\d+)"/g)].map(([, count]) => Number(count));
  // 1UBQ has 6 glycines, of which the last residue has no psi, and 3 prolines.
  expect(counts).toEqual([74 - 5 - 3, 5, 3]);
  const { phi, psi } = done.values<Item>('torsions')[1]!;
  const [x, y] = [70 + ((phi! + 180) / 360) * 480 - 2.5, 66 + ((180 - psi!) / 360) * 480];
  expect(picture).toContain(`M${Number(x.toFixed(1))} ${Number(y.toFixed(1))}a2.5`);
});

it('draws the chains of a picture in different colours, and names them', async () => {
  const text = readTestData('cases/structure/S02a_segid_homodimer_no_chain_ids.pdb');
  const done = await checkAndRun(tool, [structureText('structure', text)]);
  const picture = done.files.find(({ port }) => port === 'picture')!.text;
  const [first, second] = [...new Set(done.values<{ chain: string }>('torsions').map(({ chain }) => chain))];
  expect(picture).toContain(`chain ${first}<`);
  expect(picture).toContain(`chain ${second}<`);
  const fills = [...picture.matchAll(/fill="(#\w+)" fill-opacity="0.75" data-points="([1-9]\d*)"/g)].map(
    ([, fill]) => fill,
  );
  expect(new Set(fills).size).toBe(2);
});

describe('Ramachandran regions', () => {
  // Expected values: Biopython's angles, classified with a separate reading of the Top8000 contours:
  // github.com/rlabduke/reference_data.
  it.each([
    ['1ubq.pdb', 74, 0, 0, []],
    ['2sdf_5models.pdb', 50, 12, 3, ['A:LEU5', 'A:SER6', 'A:PRO32']],
    ['1sp1.pdb', 20, 5, 2, ['A:ALA4', 'A:LYS28']],
    ['abl1.pdb', 246, 23, 3, ['B:LYS262', 'B:LEU387', 'B:MET496']],
  ])('%s', async (file, favoured, allowed, outliers, names) => {
    const done = await checkAndRun(tool, [structureInput('structure', file)]);
    const [summary] = done.values<Static<typeof summaryItem>>('summary');
    expect(summary).toMatchObject({ favoured, allowed, outliers, outlier_names: names });
    const rows = done.values<Item>('torsions').filter(({ quality }) => quality === 'outlier');
    expect(rows.map(({ chain, res, seq }) => `${chain}:${res}${seq}`)).toEqual(names);
    expect(done.files.at(-1)!.text).toContain(`data-outliers="${outliers}"`);
  });
});

it('has the chi angles of 1UBQ that Biopython gives', async () => {
  const rows = (await checkAndRun(tool, [structureInput('structure', '1ubq.pdb')])).values<Item>('torsions');
  const chi = (seq: number) => ['chi1', 'chi2', 'chi3', 'chi4'].map((name) => rows[seq - 1]![name as 'chi1']);
  expect([chi(1), chi(6), chi(7), chi(10)]).toEqual([
    [expect.closeTo(80.37, 1), expect.closeTo(-172.15, 1), expect.closeTo(177.5, 1), null],
    [expect.closeTo(-175.56, 1), expect.closeTo(176.2, 1), expect.closeTo(-172.04, 1), expect.closeTo(-174.23, 1)],
    [expect.closeTo(76.71, 1), null, null, null],
    [null, null, null, null],
  ]);
});

describe('cases', () => {
  const torsions = async (file: string) => {
    const done = await checkAndRun(tool, [structureText('structure', readTestData(`cases/structure/${file}`))]);
    return { done, rows: done.values<Item>('torsions') };
  };

  it.each([
    'S06a_insertion_codes_33ABC.pdb',
    'S08a_CSS_HETATM_in_chain.pdb',
    'S08d_SEP_HETATM.pdb',
    'S09c_amber_terminals_and_charmm.pdb',
  ])('case %s: has the angles of 1UBQ', async (file) => {
    const [{ rows }, known] = [
      await torsions(file),
      (await checkAndRun(tool, [structureInput('structure', '1ubq.pdb')])).values<Item>('torsions'),
    ];
    expect(rows.map(({ phi, psi, quality }) => [phi, psi, quality])).toEqual(
      known.map(({ phi, psi, quality }) => [phi, psi, quality]),
    );
    expect(new Set(rows.map(({ chain, seq }) => chain + seq)).size).toBe(76);
  });

  it('case S12a: lists the residues without angles', async () => {
    const { done, rows } = await torsions('S12a_second_chain_CA_only.pdb');
    expect(rows).toHaveLength(84);
    expect(done.values('left_out')).toMatchObject([
      { what: 'residue', count: 8, name: expect.stringMatching(/^B:MET1, B:GLN2/) },
    ]);
  });

  it('case S12b: classifies one chain when another has only CA atoms', async () => {
    const input = structureText('structure', readTestData('cases/structure/S12b_second_chain_CA_only_long.pdb'));
    expect(checkRequest(contract, check, [input], {}).verdict.problems).toMatchObject([
      { message: expect.stringMatching(/^76 of 152 .*; chain 'B' has CA atoms only: choose the others/) },
    ]);
    expect((await checkAndRun(tool, [input], { chains: ['A'] })).values('torsions')).toHaveLength(76);
  });
});
