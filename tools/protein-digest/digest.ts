import { aminoAcidMass, hydropathy, waterMass } from '../protein-properties/scales.ts';

/** Where a protease or reagent cuts: behind these residues, unless one of those follows (ExPASy PeptideCutter). */
export const enzymes = {
  trypsin: { behind: 'KR', notBefore: 'P' },
  'lys-c': { behind: 'K', notBefore: '' },
  'glu-c': { behind: 'E', notBefore: '' },
  cnbr: { behind: 'M', notBefore: '' },
  chymotrypsin: { behind: 'FWY', notBefore: 'P' },
};

export type Enzyme = keyof typeof enzymes;

export interface DigestOptions {
  enzyme: Enzyme;
  missed_cleavages: number;
  min_length: number;
  max_length: number;
}

export interface Piece {
  /** 0-based; the end is excluded. */
  start: number;
  end: number;
  missed: number;
}

/** Peptides in the order of their start, then of their length. */
export function* digest(sequence: string, options: DigestOptions): Generator<Piece> {
  const cuts = cutsOf(sequence, options.enzyme);
  for (let first = 0; first + 1 < cuts.length; first++) {
    for (let missed = 0; missed <= options.missed_cleavages && first + missed + 1 < cuts.length; missed++) {
      const [start, end] = [cuts[first]!, cuts[first + missed + 1]!];
      if (end - start > options.max_length) break;
      if (end - start >= options.min_length) yield { start, end, missed };
    }
  }
}

/** Both ends of the sequence, and the positions between that are cut. */
function cutsOf(sequence: string, enzyme: Enzyme): number[] {
  const { behind, notBefore } = enzymes[enzyme];
  const cuts = [0];
  for (let i = 1; i < sequence.length; i++)
    if (behind.includes(sequence[i - 1]!) && !notBefore.includes(sequence[i]!)) cuts.push(i);
  cuts.push(sequence.length);
  return cuts;
}

/** CODATA 2018, Da. */
const PROTON = 1.007276467;

/** [M+H]+ of an unmodified peptide, Da; null where a residue has no mass. */
export function monoisotopicMh(peptide: string): number | null {
  let sum = waterMass[1] + PROTON;
  for (const letter of peptide) {
    const mass = aminoAcidMass[letter];
    if (!mass) return null;
    sum += mass[1] - waterMass[1];
  }
  return Number(sum.toFixed(4));
}

/** As protein-properties has it: U and O count as 0. Null where a residue is not known. */
export function gravy(peptide: string): number | null {
  let sum = 0;
  for (const letter of peptide) {
    if (!aminoAcidMass[letter]) return null;
    sum += hydropathy[letter] ?? 0;
  }
  return Number((sum / peptide.length).toFixed(4)) + 0;
}
