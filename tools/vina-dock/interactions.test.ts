import { expect, it } from 'vitest';
import type { Vector } from '../shared/structure/vectors.ts';
import { interactionsOf } from './interactions.ts';
import { atomLines, receptorAtoms } from './receptorAtoms.ts';

type Place = [name: string, residue: string, type: string, ...point: Vector];

const receptor = (places: Place[]) => {
  const lines = places.map(
    ([name, residue, type, x, y, z], i) =>
      `ATOM  ${String(i + 1).padStart(5)} ${` ${name}`.padEnd(4)} ${residue.padStart(3)} A   1    ${[x, y, z].map((value) => value.toFixed(3).padStart(8)).join('')}  0.00  0.00    +0.000 ${type}`,
  );
  return receptorAtoms(atomLines(lines.join('\n')), [[0, 0, 0]], 20);
};

const molfile = (atoms: [string, ...Vector][], bonds: [number, number][], charges = '') =>
  [
    ...[
      '',
      '',
      '',
      `${String(atoms.length).padStart(3)}${String(bonds.length).padStart(3)}  0  0  0  0  0  0  0  0999 V2000`,
    ],
    ...atoms.map(
      ([element, ...p]) => `${p.map((value) => value.toFixed(4).padStart(10)).join('')} ${element.padEnd(3)} 0  0`,
    ),
    ...bonds.map(([a, b]) => `${String(a).padStart(3)}${String(b).padStart(3)}  1  0`),
    ...(charges ? [`M  CHG${charges}`] : []),
    'M  END',
  ].join('\n');

const kinds = (...args: Parameters<typeof interactionsOf>) =>
  interactionsOf(...args).map(({ kind, distance, angle }) => [
    kind,
    Number(distance.toFixed(2)),
    angle && Math.round(angle),
  ]);

it('a halogen bond needs a straight C-X...O and an angle at the oxygen', () => {
  const chloride = molfile(
    [
      ['C', -1.74, 0, 0],
      ['Cl', 0, 0, 0],
      ['N', -2.5, 1.2, 0],
    ],
    [
      [1, 2],
      [1, 3],
    ],
  );
  const carbonyl = (x: number, y: number): Place[] => [
    ['O', 'GLY', 'OA', x, y, 0],
    ['C', 'GLY', 'C', x + 0.62, y + 1.06, 0],
  ];
  expect(kinds(receptor(carbonyl(3.2, 0)), chloride, new Map())).toEqual([['halogen_bond', 3.2, 180]]);
  expect(kinds(receptor(carbonyl(0, 3.2)), chloride, new Map())).toEqual([]);
  expect(kinds(receptor(carbonyl(4.2, 0)), chloride, new Map())).toEqual([]);
});

it('a metal binds nitrogen, oxygen and sulfur within 3 Å', () => {
  const zinc = receptor([['ZN', 'ZN', 'Zn', 0, 0, 2.1]]);
  const of = (element: string) => kinds(zinc, molfile([[element, 0, 0, 0]], []), new Map());
  expect(of('N')).toEqual([['metal', 2.1, null]]);
  expect(of('C')).toEqual([]);
});

it('a carboxylate has its charge between its oxygens, and a cation is found above a ring', () => {
  const acetate = molfile(
    [
      ['C', 0, 0, 0],
      ['O', 1, 1, 0],
      ['O', 1, -1, 0],
      ['C', -1.5, 0, 0],
    ],
    [
      [1, 2],
      [1, 3],
      [1, 4],
    ],
    '  1   3  -1',
  );
  expect(kinds(receptor([['NZ', 'LYS', 'N', 5, 0, 0]]), acetate, new Map())).toEqual([['salt_bridge', 4, null]]);
  expect(
    kinds(
      receptor([
        ['OD1', 'ASP', 'OA', 4, 1, 0],
        ['OD2', 'ASP', 'OA', 4, -1, 0],
      ]),
      acetate,
      new Map(),
    ),
  ).toEqual([]);
  const ring = ['CG', 'CD1', 'CE1', 'CZ', 'CE2', 'CD2'].map((name, i): Place => {
    const turn = (i * Math.PI) / 3;
    return [name, 'PHE', 'A', 1.39 * Math.cos(turn), 1.39 * Math.sin(turn), 0];
  });
  const ammonium = (x: number) => molfile([['N', x, 0, 4.5]], [], '  1   1   1');
  expect(kinds(receptor(ring), ammonium(0), new Map())).toEqual([['pi_cation', 4.5, null]]);
  expect(kinds(receptor(ring), ammonium(3), new Map())).toEqual([]);
});
