import { atomsOf, type Residue } from '../shared/structure/structure.ts';
import { distance, pointOf } from '../shared/structure/vectors.ts';

/** Volume of a rhombic dodecahedron by the distance of its images. */
const DODECAHEDRON = Math.SQRT1_2;

/** Atoms of water and of protein in a cubic nanometre, about. */
const ATOMS_PER_NM3 = 100;

/** Å between alpha carbons and the ends of long side chains. */
const SIDE_CHAINS = 10;

/** About how many atoms the box will have: its size follows from the longest distance within the protein. */
export function estimateAtoms(residues: Residue[], marginNm: number): number {
  const diameter = longestDistance(residues) / 10 + 2 * marginNm;
  return Math.round(DODECAHEDRON * ATOMS_PER_NM3 * diameter ** 3);
}

/** Å. Of large proteins alpha carbons tell it: the time grows with the square of the atoms. */
function longestDistance(residues: Residue[]): number {
  const isSmall = residues.length <= 100;
  const atoms = atomsOf(residues).filter(({ name }) => isSmall || name === 'CA');
  const points = atoms.map(pointOf);
  let longest = 0;
  for (const [i, a] of points.entries())
    for (let k = 0; k < i; k++) longest = Math.max(longest, distance(a, points[k]!));
  return longest + (isSmall ? 2 : SIDE_CHAINS);
}
