export type MatrixName = 'BLOSUM62' | 'IDENTITY';

/** A square of scores over letter codes, row by row. */
export interface Substitution {
  size: number;
  scores: Int8Array;
  /** Letters as codes of this matrix. */
  encode(sequence: string): Uint8Array;
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const blosumLetters = 'ARNDCQEGHILKMFPSTWYVBZX';

/** Henikoff and Henikoff, PNAS 89:10915-10919 (1992), half bits: the lower triangle in the order of the letters. */
const blosumTriangle = `
  4
  -1 5
  -2 0 6
  -2 -2 1 6
  0 -3 -3 -3 9
  -1 1 0 0 -3 5
  -1 0 0 2 -4 2 5
  0 -2 0 -1 -3 -2 -2 6
  -2 0 1 -1 -3 0 0 -2 8
  -1 -3 -3 -3 -1 -3 -3 -4 -3 4
  -1 -2 -3 -4 -1 -2 -3 -4 -3 2 4
  -1 2 0 -1 -3 1 1 -2 -1 -3 -2 5
  -1 -1 -2 -3 -1 0 -2 -3 -2 1 2 -1 5
  -2 -3 -3 -3 -2 -3 -3 -3 -1 0 0 -3 0 6
  -1 -2 -2 -1 -3 -1 -1 -2 -2 -3 -3 -1 -2 -4 7
  1 -1 1 0 -1 0 0 0 -1 -2 -2 0 -1 -2 -1 4
  0 -1 0 -1 -1 -1 -1 -2 -2 -1 -1 -1 -1 -2 -1 1 5
  -3 -3 -4 -4 -2 -2 -3 -2 -2 -3 -2 -3 -1 1 -4 -3 -2 11
  -2 -2 -2 -3 -2 -1 -2 -3 2 -1 -1 -2 -1 3 -3 -2 -2 2 7
  0 -3 -3 -3 -1 -2 -2 -3 -3 3 1 -2 1 -1 -2 -2 0 -3 -1 4
  -2 -1 3 4 -3 0 1 -1 0 -3 -4 0 -3 -3 -2 0 -1 -4 -3 -3 4
  -1 0 0 1 -3 3 4 -2 0 -3 -3 1 -1 -3 -1 0 -1 -3 -2 -2 1 4
  0 -1 -1 -1 -2 -1 -1 -1 -1 -1 -1 -1 -1 -1 -2 0 0 -2 -1 -1 -1 -1 -1`;

/** Letters that the matrix does not know are X. */
const blosum62 = build(blosumLetters, (letter) => (blosumLetters.includes(letter) ? letter : 'X'), triangleScores());

const MATCH = 5;
const MISMATCH = -4;

/** The scores of EDNAFULL for the four bases; every other letter equals only itself. Keeps RNA and DNA comparable. */
const identities: Record<'protein' | 'dna', Substitution> = {
  protein: build(letters, (letter) => letter, identityScores()),
  dna: build(letters, (letter) => (letter === 'U' ? 'T' : letter), identityScores()),
};

export function substitution(name: MatrixName, kind: 'protein' | 'dna'): Substitution {
  return name === 'BLOSUM62' ? blosum62 : identities[kind];
}

function build(alphabet: string, fold: (letter: string) => string, scores: Int8Array): Substitution {
  const codes = new Uint8Array(128);
  for (const letter of letters) codes[letter.charCodeAt(0)] = alphabet.indexOf(fold(letter));
  return {
    size: alphabet.length,
    scores,
    encode: (sequence) => Uint8Array.from(sequence, (letter) => codes[letter.charCodeAt(0)]!),
  };
}

function triangleScores(): Int8Array {
  const size = blosumLetters.length;
  const scores = new Int8Array(size * size);
  const rows = blosumTriangle.trim().split('\n');
  for (const [i, row] of rows.entries())
    for (const [j, score] of row.trim().split(' ').map(Number).entries())
      scores[i * size + j] = scores[j * size + i] = score;
  return scores;
}

function identityScores(): Int8Array {
  const size = letters.length;
  return Int8Array.from({ length: size * size }, (_, i) => (i % (size + 1) === 0 ? MATCH : MISMATCH));
}
