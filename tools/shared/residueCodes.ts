/**
 * Which letters stand for a known residue. Unknown are X, B, Z and J of proteins, N and all other ambiguity codes of
 * nucleotides, gaps and stop marks. Unknown letters neither agree nor differ. U and O are amino acids; for nucleotides
 * U is T.
 *
 * FastTree, and ape's `dist.dna` with pairwise deletion, leave ambiguity codes out in the same way.
 */
export type ResidueKind = 'protein' | 'dna';

/** Returns the alphabet of an input's kind. DNA and RNA have the same alphabet. */
export const residueKindOf = (inputKind: string): ResidueKind => (inputKind === 'protein' ? 'protein' : 'dna');

/** The letters of amino acids, in alphabetical order. */
export const AMINO_ACIDS = 'ACDEFGHIKLMNOPQRSTUVWY';

export const BASES = 'ACGT';

const known: Record<ResidueKind, string> = { protein: AMINO_ACIDS, dna: BASES };

/** The known residues that an ambiguity code stands for. X and N stand for all of them. */
export const ambiguities: Record<ResidueKind, Record<string, string>> = {
  protein: { B: 'DN', Z: 'EQ', J: 'IL', X: AMINO_ACIDS },
  dna: { R: 'AG', Y: 'CT', S: 'CG', W: 'AT', K: 'GT', M: 'AC', B: 'CGT', D: 'AGT', H: 'ACT', V: 'ACG', N: BASES },
};

/**
 * Numbers of residues by character code: from 1 for known residues, 0 for unknown ones. Lower case counts as upper
 * case.
 */
export const residueNumbers: Record<ResidueKind, Uint8Array> = { protein: numbersOf('protein'), dna: numbersOf('dna') };

/** Returns the letters of `residueNumbers`, from number 1 on. */
export const residueLetters = (kind: ResidueKind): string => known[kind];

function numbersOf(kind: ResidueKind): Uint8Array {
  const numbers = new Uint8Array(128);
  for (const [i, letter] of [...known[kind]].entries())
    for (const form of [letter, letter.toLowerCase()]) numbers[form.charCodeAt(0)] = i + 1;
  if (kind === 'dna') for (const form of 'Uu') numbers[form.charCodeAt(0)] = numbers['T'.charCodeAt(0)]!;
  return numbers;
}

/** Returns a row as numbers of its residues. */
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
