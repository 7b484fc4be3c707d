import { findAtom, type Residue } from '../shared/structure/structure.ts';
import { cross, distance, dot, minus, pointOf, type Vector } from '../shared/structure/vectors.ts';

/** Maximum length of a peptide bond in ångström. A longer distance is a break of the chain, as in DSSP. */
const MAX_PEPTIDE_BOND = 2.5;

export interface Torsions {
  phi: number | null;
  psi: number | null;
  omega: number | null;
  region: Region | null;
}

export type Region = 'A' | 'B' | 'G' | 'E' | 'O';

/** Returns the angle around b–c, in degrees from -180 to 180; IUPAC-IUB, Biochemistry 9:3471-3479 (1970). */
export function torsion(a: Vector, b: Vector, c: Vector, d: Vector): number {
  const [before, axis, after] = [minus(b, a), minus(c, b), minus(d, c)];
  const [left, right] = [cross(before, axis), cross(axis, after)];
  const angle = Math.atan2(Math.sqrt(dot(axis, axis)) * dot(before, right), dot(left, right));
  return (angle * 180) / Math.PI;
}

/** Returns the angles of the residues of one chain, in their order. Omega belongs to the bond to the next residue. */
export function torsionsOf(chain: Residue[]): Torsions[] {
  const backbones = chain.map(backboneOf);
  return backbones.map((own, i) => {
    const none = { phi: null, psi: null, omega: null, region: null };
    if (!own) return none;
    const before = isBonded(backbones[i - 1], own) ? backbones[i - 1] : undefined;
    const after = isBonded(own, backbones[i + 1]) ? backbones[i + 1] : undefined;
    const phi = before ? torsion(before.c, own.n, own.ca, own.c) : null;
    const psi = after ? torsion(own.n, own.ca, own.c, after.n) : null;
    const omega = after ? torsion(own.ca, own.c, after.n, after.ca) : null;
    return { phi, psi, omega, region: regionOf(phi, psi, omega) };
  });
}

interface Backbone {
  n: Vector;
  ca: Vector;
  c: Vector;
}

function backboneOf(residue: Residue): Backbone | undefined {
  const [n, ca, c] = ['N', 'CA', 'C'].map((name) => findAtom(residue, name));
  return n && ca && c ? { n: pointOf(n), ca: pointOf(ca), c: pointOf(c) } : undefined;
}

const isBonded = (first: Backbone | undefined, second: Backbone | undefined): boolean =>
  first !== undefined && second !== undefined && distance(first.c, second.n) <= MAX_PEPTIDE_BOND;

/**
 * Returns the ABEGO region: Wintjens, Rooman and Wodak, J. Mol. Biol. 255:235-253 (1996), with the borders of Lin et
 * al., PNAS 112:E5478-E5485 (2015). Returns null when an angle is missing.
 */
export function regionOf(phi: number | null, psi: number | null, omega: number | null): Region | null {
  if (phi === null || psi === null || omega === null) return null;
  if (Math.abs(omega) < 90) return 'O';
  if (phi < 0) return psi >= -75 && psi < 50 ? 'A' : 'B';
  return psi >= -100 && psi < 100 ? 'G' : 'E';
}
