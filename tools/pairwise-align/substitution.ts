import { ambiguities, type ResidueKind, residueNumbers } from '../shared/residueCodes.ts';
import { dnaLetters, proteinLetters, triangles } from './matrices.ts';

export const proteinMatrices = [
  ...(['BLOSUM45', 'BLOSUM50', 'BLOSUM62', 'BLOSUM80', 'BLOSUM90'] as const),
  ...(['PAM30', 'PAM70', 'PAM250'] as const),
] as const;

export const matrixNames = ['AUTO', ...proteinMatrices, 'EDNAFULL', 'IDENTITY'] as const;

export type MatrixName = (typeof matrixNames)[number];

/** A square matrix of scores over letter codes, row by row. */
export interface Substitution {
  size: number;
  scores: Int8Array;
  /** 1 for codes of known residues, 0 for ambiguity codes. */
  known: Uint8Array;
  /** Returns letters as codes of this matrix. */
  encode(sequence: string): Uint8Array;
}

/**
 * Letters without a row in the files of NCBI. They score as X, but have their own codes, so that X is not identical to
 * them.
 */
const scoredAsX = 'UOJ';

const built = new Map<string, Substitution>();

/**
 * Returns a matrix. AUTO is BLOSUM62 for proteins and EDNAFULL for nucleotides. IDENTITY is also EDNAFULL for
 * nucleotides.
 */
export function substitution(name: MatrixName, kind: ResidueKind): Substitution {
  const key = `${kind} ${name}`;
  const found = built.get(key) ?? make(name, kind);
  built.set(key, found);
  return found;
}

function make(name: MatrixName, kind: ResidueKind): Substitution {
  if (kind === 'dna') return build(dnaLetters, kind, triangleScores(triangles.EDNAFULL));
  if (name === 'IDENTITY') return build(proteinLetters + scoredAsX, kind, identityScores(proteinLetters + scoredAsX));
  const scores = triangleScores(triangles[name === 'AUTO' || name === 'EDNAFULL' ? 'BLOSUM62' : name]);
  return build(proteinLetters + scoredAsX, kind, asX(scores));
}

function build(alphabet: string, kind: ResidueKind, scores: Int8Array): Substitution {
  const codes = new Uint8Array(128).fill(alphabet.indexOf(kind === 'dna' ? 'N' : 'X'));
  for (const [code, letter] of [...alphabet].entries()) codes[letter.charCodeAt(0)] = code;
  if (kind === 'dna') codes['U'.charCodeAt(0)] = alphabet.indexOf('T');
  return {
    size: alphabet.length,
    scores,
    known: Uint8Array.from(alphabet, (letter) => Math.sign(residueNumbers[kind][letter.charCodeAt(0)]!)),
    encode: (sequence) => Uint8Array.from(sequence, (letter) => codes[letter.charCodeAt(0)]!),
  };
}

function triangleScores(triangle: string): Int8Array {
  const rows = triangle.trim().split('\n');
  const size = rows.length;
  const scores = new Int8Array(size * size);
  for (const [i, row] of rows.entries())
    for (const [j, score] of row.trim().split(' ').map(Number).entries())
      scores[i * size + j] = scores[j * size + i] = score;
  return scores;
}

/** Returns the scores with additional rows for `scoredAsX`. */
function asX(scores: Int8Array): Int8Array {
  const plain = proteinLetters.length;
  const size = plain + scoredAsX.length;
  const x = proteinLetters.indexOf('X');
  const row = (code: number) => (code < plain ? code : x);
  return Int8Array.from({ length: size * size }, (_, i) => scores[row(Math.floor(i / size)) * plain + row(i % size)]!);
}

const MATCH = 5;
const MISMATCH = -4;

/**
 * Scores of EDNAFULL: for a code and a residue that it may stand for, and for codes that may or may not be the same
 * residue.
 */
const COMPATIBLE = 1;
const UNKNOWN = -1;

function identityScores(alphabet: string): Int8Array {
  const meanings = [...alphabet].map((letter) => ambiguities.protein[letter] ?? letter);
  const score = (a: string, b: string) => {
    if (a.length === 1 && b.length === 1) return a === b ? MATCH : MISMATCH;
    if (![...a].some((letter) => b.includes(letter))) return MISMATCH;
    const [shorter, longer] = [a.length, b.length].sort((x, y) => x - y) as [number, number];
    return shorter === 1 && longer === 2 ? COMPATIBLE : UNKNOWN;
  };
  return Int8Array.from(meanings.flatMap((a) => meanings.map((b) => score(a, b))));
}
