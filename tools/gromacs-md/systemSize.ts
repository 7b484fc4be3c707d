import { atomsOf, type Residue } from '../shared/structure/structure.ts';
import { distance, pointOf } from '../shared/structure/vectors.ts';

/** Volume of a rhombic dodecahedron whose images are 1 apart. */
const DODECAHEDRON = Math.SQRT1_2;

/** Approximate number of atoms of water and protein in a cubic nanometre. */
const ATOMS_PER_NM3 = 100;

/** Length of long side chains from the alpha carbon, in Å. */
const SIDE_CHAINS = 10;

/** Estimates the number of atoms in the box. Its size follows from the longest distance within the protein. */
export function estimateAtoms(residues: Residue[], marginNm: number): number {
  const diameter = longestDistance(residues) / 10 + 2 * marginNm;
  return Math.round(DODECAHEDRON * ATOMS_PER_NM3 * diameter ** 3);
}

/**
 * Returns the longest distance in Å. For large proteins only alpha carbons are compared, because the time grows with
 * the square of the atoms.
 */
function longestDistance(residues: Residue[]): number {
  const isSmall = residues.length <= 100;
  const atoms = atomsOf(residues).filter(({ name }) => isSmall || name === 'CA');
  const points = atoms.map(pointOf);
  let longest = 0;
  for (const [i, a] of points.entries())
    for (let k = 0; k < i; k++) longest = Math.max(longest, distance(a, points[k]!));
  return longest + (isSmall ? 2 : SIDE_CHAINS);
}
