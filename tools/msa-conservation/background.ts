import { AMINO_ACIDS, BASES, type ResidueKind } from '../shared/residueCodes.ts';

/**
 * Expected frequencies of residues. For proteins they are those of the BLOSUM62 blocks (Henikoff and Henikoff, PNAS
 * 89:10915-10919, 1992), as in Capra and Singh. U and O have the frequency 0.
 */
const blosum62: Record<string, number> = {
  ...{ A: 0.078, R: 0.051, N: 0.041, D: 0.052, C: 0.024, Q: 0.034, E: 0.059, G: 0.083, H: 0.025, I: 0.062 },
  ...{ L: 0.092, K: 0.056, M: 0.024, F: 0.044, P: 0.043, S: 0.059, T: 0.055, W: 0.014, Y: 0.034, V: 0.072 },
};

/** The sum is 1.002 because of rounding. */
const sum = Object.values(blosum62).reduce((total, frequency) => total + frequency, 0);

/** In the order of the residues' numbers; the sum is 1. */
export const background: Record<ResidueKind, number[]> = {
  protein: Array.from(AMINO_ACIDS, (letter) => (blosum62[letter] ?? 0) / sum),
  dna: Array.from(BASES, () => 1 / BASES.length),
};
