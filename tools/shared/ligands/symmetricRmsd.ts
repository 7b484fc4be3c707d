import type { Vector } from '../structure/vectors.ts';
import type { HeavyGraph } from './heavyGraph.ts';
import { type Budget, matchAtoms } from './matchAtoms.ts';

/**
 * Returns the RMSD in ångström between the heavy atoms of two poses of a molecule, without superposing them. Of all
 * ways to match the atoms that keep elements and bonds, the one with the smallest RMSD counts. Returns null when the
 * molecules differ, or are so symmetric that the search exceeds the budget.
 *
 * Bond orders and charges are ignored, as in spyrmsd (Meli and Biggin, J. Cheminform. 12 (2020) 49). So the two ends of
 * a carboxylate are equivalent, and other protonation states are the same molecule.
 */
export function symmetricRmsd(a: HeavyGraph, b: HeavyGraph, budget?: Budget): number | null {
  const match = matchAtoms(a, b, (i, j) => squareOf(a.points[i]!, b.points[j]!), budget);
  return match && Math.sqrt(match.sum / a.points.length);
}

const squareOf = (p: Vector, q: Vector): number => (p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 + (p[2] - q[2]) ** 2;
