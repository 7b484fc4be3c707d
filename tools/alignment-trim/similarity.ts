import { substitution } from '../pairwise-align/substitution.ts';
import { AMINO_ACIDS, BASES, numbersIn, type ResidueKind } from '../shared/residueCodes.ts';

/** Columns with at least this fraction of gaps have the similarity 0. */
const GAPPY = 0.8;

/**
 * Returns how similar the residues of each column are, from 0 to 1: e to the minus mean distance of all pairs of rows.
 * Pairs of less identical rows have a higher weight. Thompson et al., J. Mol. Biol. 314:937-951 (2001), as implemented
 * in trimAl. Unknown residues, and U and O of proteins, are left out.
 */
export function similarityOf(
  rows: string[],
  kind: ResidueKind,
  identities: Float32Array[],
  gaps: ArrayLike<number>,
): Float32Array {
  const distances = kind === 'protein' ? proteinDistances() : baseDistances();
  const size = Math.sqrt(distances.length);
  const numbers = rows.map((row) => numbersIn(row, kind));
  const weights = identities.map((row) => row.map((identity) => 100 - fround(identity * 100)));
  return Float32Array.from({ length: rows[0]!.length }, (_, column) => {
    if (fround(gaps[column]! / rows.length) >= GAPPY) return 0;
    // A residue has the distance 0 to itself, and NaN if it has no distances at all.
    const present = [...numbers.keys()].filter((i) => distances[numbers[i]![column]! * (size + 1)] === 0);
    const residues = Uint8Array.from(present, (i) => numbers[i]![column]!);
    return Math.exp(-meanDistance(Uint16Array.from(present), residues, weights, distances, size));
  });
}

/**
 * Returns the mean over all pairs of the `present` rows with these residues, in single precision, as trimAl sums it.
 */
function meanDistance(
  present: Uint16Array,
  residues: Uint8Array,
  weights: Float32Array[],
  distances: Float32Array,
  size: number,
): number {
  let [sum, weight] = [0, 0];
  for (let k = 0; k < present.length; k++) {
    const ofRow = weights[present[k]!]!;
    const from = residues[k]! * size;
    for (let l = k + 1; l < present.length; l++) {
      const one = ofRow[present[l]!]!;
      sum = fround(sum + fround(one * distances[from + residues[l]!]!));
      weight = fround(weight + one);
    }
  }
  return weight === 0 ? 0 : fround(sum / weight);
}

const { fround } = Math;

/**
 * Returns distances of residues by their numbers, row by row: Euclidean distances of their rows in BLOSUM62. NaN for
 * residues without a distance.
 */
function proteinDistances(): Float32Array {
  const { size, scores, encode } = substitution('BLOSUM62', 'protein');
  const scored = [...AMINO_ACIDS].map((letter) => ('UO'.includes(letter) ? undefined : encode(letter)[0]!));
  const others = scored.filter((code) => code !== undefined);
  return squareOf(scored.length + 1, (a, b) => {
    const [from, to] = [scored[a - 1], scored[b - 1]];
    if (from === undefined || to === undefined) return Number.NaN;
    return Math.hypot(...others.map((code) => scores[from * size + code]! - scores[to * size + code]!));
  });
}

/** Returns distances in the identity matrix: two different bases are the square root of 2 apart. */
const baseDistances = (): Float32Array =>
  squareOf(BASES.length + 1, (a, b) => (a === 0 || b === 0 ? Number.NaN : a === b ? 0 : Math.SQRT2));

const squareOf = (size: number, at: (a: number, b: number) => number): Float32Array =>
  Float32Array.from({ length: size * size }, (_, i) => at(Math.floor(i / size), i % size));
