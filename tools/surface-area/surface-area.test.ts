import fc from 'fast-check';
import type { Static } from 'typebox';
import { describe, expect, it } from 'vitest';
import { checkRequest } from '../shared/checkRequest.ts';
import type { Vector } from '../shared/structure/vectors.ts';
import { readTestData } from '../testdata/read.ts';
import { refusesBadStructures } from '../testing/structureRefusals.ts';
import { checkAndRun } from '../testing/testRun.ts';
import { structureInput, structureText } from '../testing/testStructures.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { accessibleAreas, spherePoints } from './surface.ts';
import { contract, type residueItem, type totalItem } from './tool.ts';

const tool = { contract, check, run };
const ubiquitin = structureInput('structure', '1ubq.pdb');

describe('known answers', () => {
  it('gives 1UBQ the area that Biopython gives', async () => {
    const done = await checkAndRun(tool, [ubiquitin]);
    expect(done.values<Static<typeof totalItem>>('totals')).toEqual([
      { structure: '1UBQ', total: 4872.46, polymer_atoms: 602 },
    ]);
    const residues = done.values<Static<typeof residueItem>>('residues');
    expect(residues).toHaveLength(76);
    expect(residues.reduce((sum, { area }) => sum + area, 0)).toBeCloseTo(4872.46, 0);
    expect(residues.every(({ relative }) => relative! >= 0 && relative! <= 1.5)).toBe(true);
  });

  it('gives an entry the same area from both formats', async () => {
    const total = async (file: string) =>
      (await checkAndRun(tool, [structureInput('structure', file)], { points: 100 })).values('totals')[0];
    expect(await total('1A8O.cif')).toEqual(await total('1A8O.pdb'));
  });
});

describe('properties', () => {
  const areas = (spheres: { center: Vector; radius: number }[]) => [
    ...accessibleAreas(spheres, 1.4, spherePoints(500)),
  ];
  const sum = (values: number[]) => values.reduce((before, value) => before + value, 0);
  const number = fc.double({ min: -6, max: 6, noNaN: true });
  const sphere = fc.record({ center: fc.tuple(number, number, number), radius: fc.constantFrom(1.52, 1.55, 1.7, 1.8) });
  const gap = (a: Vector, b: Vector) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
  /** Excludes two atoms in one place, where each point would be on the border. */
  const molecule = fc.uniqueArray(sphere, {
    minLength: 1,
    maxLength: 12,
    comparator: (a, b) => gap(a.center, b.center) < 0.5,
  });

  it('shows all of a single sphere, and the geometric area of two overlapping ones', () => {
    const radius = 1.7;
    expect(areas([{ center: [0, 0, 0], radius }])[0]).toBeCloseTo(4 * Math.PI * 3.1 ** 2, 9);
    // A cap of height R - d/2 is hidden on each sphere.
    const shown = 4 * Math.PI * 3.1 ** 2 - 2 * Math.PI * 3.1 * (3.1 - 2);
    const pair = areas([
      { center: [0, 0, 0], radius },
      { center: [0, 4, 0], radius },
    ]);
    for (const area of pair) expect(Math.abs(area / shown - 1)).toBeLessThan(0.01);
  });

  it('does not depend on the order of the atoms or on their position', () => {
    fc.assert(
      fc.property(molecule, (spheres) => {
        const before = areas(spheres);
        expect(areas([...spheres].reverse()).reverse()).toEqual(before);
        const moved = spheres.map(({ center: [x, y, z], radius }) => ({
          center: [x + 64, y - 32, z + 8] as const,
          radius,
        }));
        expect(Math.abs(sum(areas(moved)) - sum(before))).toBeLessThan(0.01 * sum(before) + 1);
      }),
    );
  });

  it('changes little when the molecule is turned, and another atom never increases areas', () => {
    fc.assert(
      fc.property(molecule, sphere, (spheres, extra) => {
        const before = areas(spheres);
        const turned = spheres.map(({ center: [x, y, z], radius }) => ({ center: [z, -x, -y] as const, radius }));
        // Each atom has a separate error, of the order of the area of a few points.
        expect(Math.abs(sum(areas(turned)) - sum(before))).toBeLessThan(4 * spheres.length);
        for (const [i, area] of areas([...spheres, extra])
          .slice(0, -1)
          .entries())
          expect(area).toBeLessThanOrEqual(before[i]!);
      }),
    );
  });
});

it('stops within a structure, and keeps complete results', async () => {
  const stop = new AbortController();
  const inputs = ['1', '2'].map((id) => structureInput('structure', '1ubq.pdb', id));
  const onProgress = (done: number) => {
    if (done === 700) stop.abort();
  };
  const done = await checkAndRun(tool, inputs, { points: 50 }, { signal: stop.signal, onProgress });
  expect(done.values('totals')).toHaveLength(1);
  expect(done.reports.at(-1)!.done).toBeLessThanOrEqual(800);
});

describe('refuses', () => {
  refusesBadStructures(tool, 'structure', 'polymer');

  it('more work than a minute', () => {
    const inputs = Array.from({ length: 5 }, (_, i) => structureInput('structure', '4CUP.cif', `${i}`));
    expect(checkRequest(contract, check, inputs, { points: 960 }).verdict.problems).toEqual([]);
    const large = { ...ubiquitin, text: Array.from({ length: 30 }, (_, i) => chain(i)).join('') };
    const many = Array.from({ length: 7 }, (_, i) => ({ ...large, id: `${i}` }));
    expect(checkRequest(contract, check, many, { points: 2000 }).verdict.problems).toMatchObject([
      {
        path: 'settings.points',
        message: expect.stringMatching(/^126420 atoms with 2000 points each .* at most 1977 each$/),
      },
    ]);
  });

  const chain = (i: number) =>
    ubiquitin.text
      .split('\n')
      .filter((line) => line.startsWith('ATOM'))
      .map((line) => `${line.slice(0, 21)}${String.fromCharCode(65 + i)}${line.slice(22)}\n`)
      .join('');
});

describe('cases', () => {
  const areasOf = async (file: string, settings = {}) => {
    const text = readTestData(`cases/structure/${file}`);
    return checkAndRun(tool, [structureText('structure', text, file.endsWith('.cif') ? 'MMCIF' : 'PDB')], settings);
  };
  const total = (done: Awaited<ReturnType<typeof areasOf>>) => done.values<Static<typeof totalItem>>('totals')[0]!;

  it.each([
    ['S01d_hybrid36_residues.pdb', 602],
    ['S03d_crystal_END_then_more.pdb', 602],
    ['S06a_insertion_codes_33ABC.pdb', 602],
    ['S09c_amber_terminals_and_charmm.pdb', 602],
    ['S15_zinc_in_site.pdb', 602],
  ])('case %s: has the area of 1UBQ', async (file, atoms) => {
    const done = await areasOf(file);
    expect(total(done)).toMatchObject({ total: 4872.46, polymer_atoms: atoms });
    const rows = done.values<Static<typeof residueItem>>('residues');
    expect(new Set(rows.map(({ chain, seq }) => `${chain}:${seq}`)).size).toBe(76);
    expect(rows.every(({ relative }) => relative !== null)).toBe(true);
  });

  it('case S17: gives nucleotides areas, and lets them cover the protein', async () => {
    const done = await areasOf('S17_protein_with_nucleic_quotes.cif');
    expect(total(done).polymer_atoms).toBe(195);
    const alone = await areasOf('S17_protein_with_nucleic_quotes.cif', { chains: ['A'] });
    expect(total(alone).polymer_atoms).toBe(155);
    expect(alone.values('left_out')).toMatchObject([{ what: 'chain', name: 'R' }]);
  });

  it('case S08d: gives a modified residue its area, in its place in the chain', async () => {
    const row = (await areasOf('S08d_SEP_HETATM.pdb')).values<Static<typeof residueItem>>('residues')[19]!;
    expect(row).toMatchObject({ seq: '20', res: 'SEP', relative: null });
    expect(row.area).toBeGreaterThan(0);
  });
});
