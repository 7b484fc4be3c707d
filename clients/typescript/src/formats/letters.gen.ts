// Copied from packages/formats/src/letters.ts by `npm run generate`. Do not edit.

/** Letters of bases, of ambiguity codes, and of masked residues. Numbers of `classes`; 0 is any other letter. */
const [BASE, AMBIGUOUS, MASKED, UNKNOWN] = [1, 2, 3, 4];

/** The class of each character code, in upper and lower case. */
const classes = new Uint8Array(128);
for (const [letters, number] of [
  ['ACGTU', BASE],
  ['RYSWKMBDHV', AMBIGUOUS],
  ['X', MASKED],
  ['N-', UNKNOWN],
] as const)
  for (const letter of letters + letters.toLowerCase()) classes[letter.charCodeAt(0)] = number!;

/** The share of letters other than N and X that must be bases. DNA in which every fourth base is ambiguous still counts. */
const LEAST_BASES = 0.75;

/** Masked DNA may contain X, but short rows with X are peptides. */
const LEAST_MASKED = 20;

/**
 * Returns the most likely kind of rows or of a sequence by their letters: nucleotides when all letters are nucleotide
 * codes and three quarters are bases. `certain` is false when another reading is possible. There is no other rule for
 * guessing.
 */
export function guessKind(rows: readonly string[]): { kind: 'protein' | 'dna'; certain: boolean } {
  let [bases, others, masked] = [0, 0, 0];
  for (const row of rows) {
    for (let i = 0; i < row.length; i++) {
      const found = classes[row.charCodeAt(i)];
      if (found === BASE) bases++;
      else if (found === AMBIGUOUS) others++;
      else if (found === MASKED) masked++;
      else if (found !== UNKNOWN) return { kind: 'protein', certain: true };
    }
  }
  const mayBeMasked = masked === 0 || (rows[0]?.length ?? 0) >= LEAST_MASKED;
  const isDna = bases >= LEAST_BASES * (bases + others) && bases > 0 && mayBeMasked;
  return { kind: isDna ? 'dna' : 'protein', certain: isDna && others === 0 && masked === 0 };
}

/** Number of characters that `kindOfText` examines. The first letters of a genome show as much as all of it. */
const MAX_EXAMINED = 100_000;

/** Shorter sequences of four letters may be peptides. */
const MIN_LETTERS = 10;

/** Returns the kind of FASTA or of a bare sequence by its letters. RNA has U and no T. */
export function kindOfText(text: string): 'protein' | 'dna' | 'rna' {
  const letters = text
    .slice(0, MAX_EXAMINED)
    .replace(/^[>;#].*$/gm, '')
    .replace(/[^A-Za-z]/g, '')
    .toUpperCase();
  if (letters.length < MIN_LETTERS || guessKind([letters]).kind === 'protein') return 'protein';
  return letters.includes('U') && !letters.includes('T') ? 'rna' : 'dna';
}
