import type { Atom } from '../shared/structure/structure.ts';
import type { Side } from './sides.ts';

/** Two atoms of different sides with their residues, which are counted from 0 within their sides. */
export interface Near {
  a: number;
  b: number;
  atomA: Atom;
  atomB: Atom;
  distance: number;
}

/** Returns all pairs of atoms of two sides within a distance, using a grid of cubes of that width. */
export function nearAtoms(one: Side, other: Side, reach: number): Near[] {
  const cell = (value: number) => Math.floor(value / reach);
  const cells = new Map<string, [number, Atom][]>();
  for (const [b, { atoms }] of other.residues.entries())
    for (const atom of atoms) {
      const key = `${cell(atom.x)} ${cell(atom.y)} ${cell(atom.z)}`;
      const found = cells.get(key);
      if (found) found.push([b, atom]);
      else cells.set(key, [[b, atom]]);
    }
  const near: Near[] = [];
  for (const [a, { atoms }] of one.residues.entries())
    for (const atomA of atoms)
      for (const key of around(cell(atomA.x), cell(atomA.y), cell(atomA.z)))
        for (const [b, atomB] of cells.get(key) ?? []) {
          const distance = Math.hypot(atomA.x - atomB.x, atomA.y - atomB.y, atomA.z - atomB.z);
          if (distance <= reach) near.push({ a, b, atomA, atomB, distance });
        }
  return near;
}

const STEPS = [-1, 0, 1];

const around = (x: number, y: number, z: number): string[] =>
  STEPS.flatMap((dx) => STEPS.flatMap((dy) => STEPS.map((dz) => `${x + dx} ${y + dy} ${z + dz}`)));

/** Returns the pairs of residues within a distance. */
export function residuePairs(near: Near[], reach: number): [a: number, b: number][] {
  const pairs = new Map(
    near.filter(({ distance }) => distance <= reach).map(({ a, b }) => [`${a} ${b}`, [a, b] as [number, number]]),
  );
  return [...pairs.values()].sort(([a, b], [c, d]) => a - c || b - d);
}
