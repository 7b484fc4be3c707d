/**
 * Which letters say what a residue is. Unknown is unknown: X, B, Z and J of proteins, N and all other ambiguity codes of nucleotides,
 * gaps and stop marks are no known residue, so they neither agree nor differ. U and O are amino acids; for nucleotides U is T.
 * Programs that leave ambiguity codes out of a comparison in the same way: FastTree, ape `dist.dna` with pairwise deletion.
 */
export type ResidueKind = 'protein' | 'dna';

/** Returns the alphabet of an input's kind: that of DNA and RNA is one. */
export const residueKindOf = (inputKind: string): ResidueKind => (inputKind === 'protein' ? 'protein' : 'dna');

/** Amino acids as letters, in the order of the alphabet. */
export const AMINO_ACIDS = 'ACDEFGHIKLMNOPQRSTUVWY';

export const BASES = 'ACGT';

const known: Record<ResidueKind, string> = { protein: AMINO_ACIDS, dna: BASES };

/** The known residues that an ambiguity code stands for; X and N stand for all. */
export const ambiguities: Record<ResidueKind, Record<string, string>> = {
  protein: { B: 'DN', Z: 'EQ', J: 'IL', X: AMINO_ACIDS },
  dna: { R: 'AG', Y: 'CT', S: 'CG', W: 'AT', K: 'GT', M: 'AC', B: 'CGT', D: 'AGT', H: 'ACT', V: 'ACG', N: BASES },
};

/** By character code: 0 for what is unknown, else a number of the residue from 1. Lower case counts as upper case. */
export const residueNumbers: Record<ResidueKind, Uint8Array> = { protein: numbersOf('protein'), dna: numbersOf('dna') };

/** Letters of `residueNumbers`, from number 1 on. */
export const residueLetters = (kind: ResidueKind): string => known[kind];

function numbersOf(kind: ResidueKind): Uint8Array {
  const numbers = new Uint8Array(128);
  for (const [i, letter] of [...known[kind]].entries())
    for (const form of [letter, letter.toLowerCase()]) numbers[form.charCodeAt(0)] = i + 1;
  if (kind === 'dna') for (const form of 'Uu') numbers[form.charCodeAt(0)] = numbers['T'.charCodeAt(0)]!;
  return numbers;
}

/** A row as numbers of its residues. */
export function numbersIn(row: string, kind: ResidueKind): Uint8Array {
  const numbers = residueNumbers[kind];
  return Uint8Array.from(row, (letter) => numbers[letter.charCodeAt(0)] ?? 0);
}

/** Returns how many letters of a row or sequence are ambiguity codes. Gaps are not counted. */
export function countUnknown(row: string, kind: ResidueKind): number {
  const numbers = residueNumbers[kind];
  let count = 0;
  for (let i = 0; i < row.length; i++) {
    const code = row.charCodeAt(i);
    if (code >= 65 && numbers[code] === 0) count++;
  }
  return count;
}

/** Whether more residues of a sequence are unknown than known. */
export const isMostlyUnknown = (sequence: string, kind: ResidueKind): boolean =>
  countUnknown(sequence, kind) > sequence.length / 2;

/** Of letters other than N, this part must be bases: DNA with every fourth base ambiguous still is DNA. */
const LEAST_BASES = 0.75;

/** Masked DNA has X, too; but short rows with X are peptides. */
const LEAST_MASKED = 20;

/**
 * Returns what rows or a sequence are, as far as their letters tell: nucleotides where all letters are their codes and three quarters
 * are bases. `certain` is false where another reading is possible. This is the only guess of the tools; the command line, which does
 * not load them, has the same rule in `detectFormat.ts`.
 */
export function guessKind(rows: string[]): { kind: ResidueKind; certain: boolean } {
  let [bases, others, masked] = [0, 0, 0];
  for (const row of rows) {
    for (let i = 0; i < row.length; i++) {
      const letter = row[i]!;
      if (letter === 'N' || letter === '-') continue;
      if (residueNumbers.dna[letter.charCodeAt(0)] !== 0) bases++;
      else if (ambiguities.dna[letter]) others++;
      else if (letter === 'X') masked++;
      else return { kind: 'protein', certain: true };
    }
  }
  const mayBeMasked = masked === 0 || (rows[0]?.length ?? 0) >= LEAST_MASKED;
  const isDna = bases >= LEAST_BASES * (bases + others) && bases > 0 && mayBeMasked;
  return { kind: isDna ? 'dna' : 'protein', certain: isDna && others === 0 && masked === 0 };
}
