import { findAtom, type Residue } from './structure.ts';
import { distance, pointOf } from './vectors.ts';

/**
 * In ångström: a peptide bond has 1.33, a phosphodiester bond 1.61; neighbouring alpha carbons are 2.9 (cis) or 3.8
 * apart.
 */
const MAX_PEPTIDE_BOND = 1.8;
const MAX_PHOSPHATE_BOND = 2;
const CA_DISTANCE = { min: 2.7, max: 4.2 };

/**
 * Whether the chain continues from a residue to the next one: by a bond, or in a model with only CA atoms by their
 * distance.
 */
export function isLinked(first: Residue, second: Residue): boolean {
  if (isPeptide(first, second) || isPhosphodiester(first, second)) return true;
  const [a, b] = [findAtom(first, 'CA'), findAtom(second, 'CA')];
  if (!a || !b || (findAtom(first, 'C') && findAtom(second, 'N'))) return false;
  const apart = distance(pointOf(a), pointOf(b));
  return apart >= CA_DISTANCE.min && apart <= CA_DISTANCE.max;
}

/**
 * Whether two residues have a peptide bond. Modified residues made from several amino acids, such as the chromophore of
 * GFP, name their N and C differently. So one of the two atoms may have any name.
 */
function isPeptide(first: Residue, second: Residue): boolean {
  const [c, n] = [findAtom(first, 'C'), findAtom(second, 'N')];
  if (c && n) return distance(pointOf(c), pointOf(n)) <= MAX_PEPTIDE_BOND;
  const near = (atom: typeof c, others: Residue, letter: string) =>
    atom !== undefined &&
    others.atoms.some((each) => each.element === letter && distance(pointOf(atom), pointOf(each)) <= MAX_PEPTIDE_BOND);
  return near(c, second, 'N') || near(n, first, 'C');
}

function isPhosphodiester(first: Residue, second: Residue): boolean {
  const oxygen = findAtom(first, "O3'") ?? findAtom(first, 'O3*');
  const phosphorus = findAtom(second, 'P');
  return (
    oxygen !== undefined &&
    phosphorus !== undefined &&
    distance(pointOf(oxygen), pointOf(phosphorus)) <= MAX_PHOSPHATE_BOND
  );
}

/**
 * Returns the positions of residues in a chain, for distances along the sequence. Bonded neighbours are 1 apart, even
 * if their numbers or insertion codes say otherwise. Across a break the difference of the numbers counts, which
 * includes missing residues.
 */
export function chainPositions(chain: Residue[]): number[] {
  let position = 0;
  return chain.map((residue, i) => {
    const before = chain[i - 1];
    if (before) position += isLinked(before, residue) ? 1 : Math.max(1, residue.number - before.number);
    return position;
  });
}
