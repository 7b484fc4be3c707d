import type { Composition } from './massAndCharge.ts';

export const elements = ['C', 'H', 'N', 'O', 'S', 'Se'] as const;

type Formula = Record<(typeof elements)[number], number>;

const formula = (C: number, H: number, N: number, O: number, S = 0, Se = 0): Formula => ({ C, H, N, O, S, Se });

/** Formulas of residues, which have one water less than the amino acid. */
const residues: Record<string, Formula> = {
  ...{ A: formula(3, 5, 1, 1), C: formula(3, 5, 1, 1, 1), D: formula(4, 5, 1, 3), E: formula(5, 7, 1, 3) },
  ...{ F: formula(9, 9, 1, 1), G: formula(2, 3, 1, 1), H: formula(6, 7, 3, 1), I: formula(6, 11, 1, 1) },
  ...{ K: formula(6, 12, 2, 1), L: formula(6, 11, 1, 1), M: formula(5, 9, 1, 1, 1), N: formula(4, 6, 2, 2) },
  ...{ O: formula(12, 19, 3, 2), P: formula(5, 7, 1, 1), Q: formula(5, 8, 2, 2), R: formula(6, 12, 4, 1) },
  ...{ S: formula(3, 5, 1, 2), T: formula(4, 7, 1, 2), U: formula(3, 5, 1, 1, 0, 1), V: formula(5, 9, 1, 1) },
  ...{ W: formula(11, 10, 2, 1), Y: formula(9, 9, 1, 2) },
};

/** Returns the formula with the water of the two ends, and without the two hydrogens of each disulfide bond. */
export function formulaOf(composition: Composition, disulfides = 0): Formula {
  const total = formula(0, 2 - 2 * disulfides, 0, 1);
  for (const [letter, count] of Object.entries(composition))
    for (const element of elements) total[element] += count * residues[letter]![element];
  return total;
}

/** Writes elements in the order of ProtParam, without elements that do not occur. */
export function writeFormula(of: Formula): string {
  return elements
    .map((element) => (of[element] === 0 ? '' : element + (of[element] === 1 ? '' : of[element])))
    .join('');
}

/**
 * The atomic weights that reproduce ProtParam's masses. Twelve results of ExPASy, from 14 to 1,538 residues, agree to
 * the printed digit with these weights, and with none of IUPAC's newer tables. They are IUPAC's of 1993 except for
 * nitrogen and sulfur.
 */
const weights: Formula = { C: 12.011, H: 1.00794, N: 14.0067, O: 15.9994, S: 32.06, Se: 78.96 };

export const protParamMass = (of: Formula): number =>
  elements.reduce((sum, element) => sum + of[element] * weights[element], 0);
