import { codonAt, encodeDna, exactCodons, translationOf } from '../shared/geneticCodes.ts';

/** Counts in the order of `exactCodons`. */
export interface CodonCounts {
  counts: Uint32Array;
  /** Number of codons with an ambiguity code. */
  leftOut: number;
}

/**
 * The number of each codon in `exactCodons`, by its position in tables of 16³ entries; -1 for codons with an ambiguity
 * code.
 */
const numbers = new Int8Array(16 ** 3).fill(-1);
for (const [number, codon] of exactCodons.entries()) numbers[codonAt(encodeDna(codon), 0)] = number;

export function countCodons(sequence: string): CodonCounts {
  const sets = encodeDna(sequence);
  const counts = new Uint32Array(exactCodons.length);
  let leftOut = 0;
  for (let i = 0; i + 3 <= sets.length; i += 3) {
    const number = numbers[codonAt(sets, i)]!;
    if (number === -1) leftOut++;
    else counts[number]!++;
  }
  return { counts, leftOut };
}

/** Returns one letter for each of `exactCodons`. */
export const aminoAcidsOf = (code: number): string[] =>
  exactCodons.map((codon) => translationOf(code)[codonAt(encodeDna(codon), 0)]!);

/** Returns for each codon the numbers of all codons with the same amino acid, including itself. */
export function synonymsOf(aminoAcids: string[]): number[][] {
  const byAminoAcid = Map.groupBy(aminoAcids.keys(), (number) => aminoAcids[number]!);
  return aminoAcids.map((letter) => byAminoAcid.get(letter)!);
}

const sumOver = (numbers: number[], counts: ArrayLike<number>) => numbers.reduce((sum, one) => sum + counts[one]!, 0);

/**
 * Returns the usage of one codon; null when its amino acid does not occur. Sharp et al., Nucleic Acids Res.
 * 14:5125-5143 (1986).
 */
export function usageOf(number: number, counts: Uint32Array, synonyms: number[]) {
  const total = sumOver(synonyms, counts);
  if (total === 0) return { fraction: null, rscu: null };
  const fraction = counts[number]! / total;
  return { fraction, rscu: fraction * synonyms.length };
}

/** Sharp and Li count a codon that the reference lacks as half a codon. */
const ABSENT = 0.5;

/**
 * Returns the relative adaptiveness of each codon; null for stops, and for the only codon of an amino acid, which
 * carries no information.
 */
export function adaptivenessOf(counts: Uint32Array, aminoAcids: string[]): (number | null)[] {
  const synonyms = synonymsOf(aminoAcids);
  const filled = Array.from(counts, (count) => count || ABSENT);
  return aminoAcids.map((letter, number) => {
    if (letter === '*' || synonyms[number]!.length === 1) return null;
    return filled[number]! / Math.max(...synonyms[number]!.map((one) => filled[one]!));
  });
}

/** Returns the geometric mean of the codons' adaptiveness; null when no codon has one. */
export function adaptationIndex(counts: Uint32Array, adaptiveness: (number | null)[]): number | null {
  let [sum, codons] = [0, 0];
  for (const [number, w] of adaptiveness.entries()) {
    if (w === null) continue;
    sum += counts[number]! * Math.log(w);
    codons += counts[number]!;
  }
  return codons === 0 ? null : Math.exp(sum / codons);
}

/** Returns the fractions of G and C in the codons, and at their three positions; null without codons. */
export function gcOf(counts: Uint32Array) {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return { gc: null, gc1: null, gc2: null, gc3: null };
  const [gc1, gc2, gc3] = [0, 1, 2].map((at) => {
    const found = exactCodons.reduce(
      (sum, codon, number) => sum + ('GC'.includes(codon[at]!) ? counts[number]! : 0),
      0,
    );
    return found / total;
  }) as [number, number, number];
  return { gc: (gc1 + gc2 + gc3) / 3, gc1, gc2, gc3 };
}
