import type { Vector } from '../structure/vectors.ts';
import { atomsOfMolfile, bondsOfMolfile } from './molfile.ts';

/** The heavy atoms of a molecule and their bonds, without bond orders, charges and stereo. */
export interface HeavyGraph {
  elements: string[];
  points: Vector[];
  /** For each atom the indices of the atoms bonded to it. */
  neighbours: number[][];
  /** Number of each atom in the molfile, counted from 1. */
  numbers: number[];
}

/** Returns the graph of a molfile of version V2000. */
export function heavyGraphOf(molfile: string): HeavyGraph {
  const atoms = atomsOfMolfile(molfile);
  const numbers = atoms.flatMap(({ element }, i) => (/^[HDT]$/.test(element) ? [] : [i + 1]));
  const index = new Map(numbers.map((number, i) => [number, i]));
  const neighbours = numbers.map((): number[] => []);
  for (const ends of bondsOfMolfile(molfile)) {
    const [a, b] = ends.map((end) => index.get(end + 1));
    if (a === undefined || b === undefined) continue;
    neighbours[a]!.push(b);
    neighbours[b]!.push(a);
  }
  const heavy = numbers.map((number) => atoms[number - 1]!);
  return {
    elements: heavy.map(({ element }) => element.toUpperCase()),
    points: heavy.map(({ point }) => point),
    neighbours,
    numbers,
  };
}
