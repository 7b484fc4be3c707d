import type { Substitution } from '../pairwise-align/substitution.ts';

export interface GlobalIdentity {
  /** Columns with the same known residue. */
  identical: number;
  /** Columns with a residue of both. */
  aligned: number;
}

/** Costs in half points, so that all scores are whole numbers: 10 to open a gap, 0.5 for each further position. */
const OPEN = 20;
const EXTEND = 1;
const NEVER = -1e9;

/** Two counters of 16 bits in one number, aligned columns in the lower half: sequences have at most 35,000 residues. */
const ALIGNED = 1;
const BOTH = 0x10001;

/**
 * What the best global alignment with free end gaps has in common, as `align` of pairwise-align finds it, ties
 * included. The counts travel with the scores, so that there is no traceback to store: three times as fast.
 * `a` and `b` are codes of `matrix`; what is unknown is identical to nothing.
 */
export function globalIdentity(a: Uint8Array, b: Uint8Array, { size, scores, known }: Substitution): GlobalIdentity {
  const columns = b.length;
  // Of the row above, then of this row: best score and, in one number, what its path counted so far.
  const best = new Int32Array(columns + 1);
  const bestCount = new Int32Array(columns + 1);
  const up = new Int32Array(columns + 1).fill(NEVER);
  const upCount = new Int32Array(columns + 1);
  for (let i = 1; i <= a.length; i++) {
    const code = a[i - 1]!;
    const row = code * size;
    const isKnown = known[code] === 1;
    const lastRow = i === a.length;
    const openLeft = lastRow ? 0 : OPEN;
    const extendLeft = lastRow ? 0 : EXTEND;
    let diagonal = 0;
    let diagonalCount = 0;
    let left = NEVER;
    let leftCount = 0;
    for (let j = 1; j <= columns; j++) {
      const lastColumn = j === columns;
      let upBest = best[j]! - (lastColumn ? 0 : OPEN);
      const upExtended = up[j]! - (lastColumn ? 0 : EXTEND);
      let upFrom = bestCount[j]!;
      if (upExtended > upBest) {
        upBest = upExtended;
        upFrom = upCount[j]!;
      }
      up[j] = upBest;
      upCount[j] = upFrom;

      const leftOpened = best[j - 1]! - openLeft;
      left -= extendLeft;
      if (left <= leftOpened) {
        left = leftOpened;
        leftCount = bestCount[j - 1]!;
      }

      const other = b[j - 1]!;
      let value = diagonal + 2 * scores[row + other]!;
      let count = (diagonalCount + (code === other && isKnown ? BOTH : ALIGNED)) | 0;
      if (upBest > value) {
        value = upBest;
        count = upFrom;
      }
      if (left > value) {
        value = left;
        count = leftCount;
      }
      diagonal = best[j]!;
      diagonalCount = bestCount[j]!;
      best[j] = value;
      bestCount[j] = count;
    }
  }
  const count = bestCount[columns]!;
  return { identical: count >>> 16, aligned: count & 0xffff };
}
