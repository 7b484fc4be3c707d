import { atomsOfPdbqt, isHydrogenType } from '../shared/ligands/pdbqt.ts';
import { distance, type Vector } from '../shared/structure/vectors.ts';
import { elementOf } from './complexPdb.ts';

/** A heavy atom of the receptor that Vina was given. */
export interface ReceptorAtom {
  chain: string;
  number: number;
  insertion: string;
  residue: string;
  name: string;
  element: string;
  /** AutoDock's atom type. */
  type: string;
  point: Vector;
  hydrogens: Vector[];
  /** Position of a heavy atom to which it is bonded. */
  parent: Vector | undefined;
  /** Whether only carbon is bonded to it. */
  isApolar: boolean;
}

/** Longest bond between heavy atoms, in Å. */
const BOND = 2;
const HYDROGEN_BOND_LENGTH = 1.3;

export interface AtomLine {
  line: string;
  type: string;
  point: Vector;
}

/** Returns the atoms of a PDBQT file, each with its line. */
export const atomLines = (pdbqt: string): AtomLine[] =>
  pdbqt
    .split('\n')
    .filter((line) => /^(ATOM {2}|HETATM)/.test(line))
    .map((line) => ({ line, ...atomsOfPdbqt(line)[0]! }));

/** Returns the heavy atoms within a box around some points, with the atoms bonded to them. `margin` is in Å. */
export function receptorAtoms(atoms: AtomLine[], points: Vector[], margin: number): ReceptorAtom[] {
  const [low, high] = [Math.min, Math.max].map((of) => [0, 1, 2].map((axis) => of(...points.map((p) => p[axis]!))));
  const isNear = (point: Vector) =>
    point.every((value, axis) => value > low![axis]! - margin && value < high![axis]! + margin);
  const all = atoms.filter(({ point }) => isNear(point));
  const heavy = all.filter(({ type }) => !isHydrogenType(type));
  const hydrogens = all.filter(({ type }) => isHydrogenType(type)).map(({ point }) => point);
  return heavy.map(({ line, type, point }): ReceptorAtom => {
    const bonded = heavy.filter((other) => other.point !== point && isWithin(BOND, other.point, point));
    return {
      chain: line.slice(21, 22).trim(),
      number: Number(line.slice(22, 26)),
      insertion: line.slice(26, 27).trim(),
      residue: line.slice(17, 20).trim(),
      name: line.slice(12, 16).trim(),
      element: elementOf(type),
      type,
      point,
      hydrogens: hydrogens.filter((hydrogen) => isWithin(HYDROGEN_BOND_LENGTH, hydrogen, point)),
      parent: bonded[0]?.point,
      isApolar: bonded.every((other) => elementOf(other.type) === 'C'),
    };
  });
}

/** Whether two points are nearer than a limit. All atoms are compared for each pose, and the first axis by itself excludes most. */
const isWithin = (limit: number, a: Vector, b: Vector): boolean =>
  Math.abs(a[0] - b[0]) < limit && distance(a, b) < limit;
