import { findAtom, type Residue } from '../shared/structure/structure.ts';
import { cross, dot, minus, pointOf } from '../shared/structure/vectors.ts';

/**
 * Returns whether the alpha carbon of an amino acid is D. In D-amino acids, N, C and CB turn the other way when seen
 * from the hydrogen (IUPAC's CORN rule).
 */
export function isD(residue: Residue): boolean {
  const [n, ca, c, cb] = ['N', 'CA', 'C', 'CB'].map((name) => findAtom(residue, name));
  if (!n || !ca || !c || !cb) return false;
  const at = pointOf(ca);
  const [toN, toC, toCb] = [n, c, cb].map((atom) => minus(pointOf(atom), at));
  return dot(cross(toN!, toC!), toCb!) < 0;
}
