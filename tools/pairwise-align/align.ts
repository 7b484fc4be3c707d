import type { Substitution } from './substitution.ts';

export interface AlignOptions {
  mode: 'global' | 'local';
  /** Cost of the first position of a gap. `gapExtend` is the cost of each further position. */
  gapOpen: number;
  gapExtend: number;
  /** The same costs for a gap at an end of either sequence, in global mode. Default: 0. */
  endOpen?: number;
  endExtend?: number;
  matrix: Substitution;
}

export interface Alignment {
  score: number;
  /** Rows of equal length with gaps as '-'. Empty if nothing aligns locally. */
  query: string;
  target: string;
  /** 0-based index of the first aligned residue. */
  queryStart: number;
  targetStart: number;
}

/**
 * Traceback bits of a cell: the source of its best value, and whether the gaps that end in the cell began in an earlier
 * one.
 */
const DIAGONAL = 1;
const UP = 2;
const LEFT = 3;
const SOURCE = 3;
const UP_GOES_ON = 4;
const LEFT_GOES_ON = 8;

/**
 * Aligns two sequences by Gotoh, J. Mol. Biol. 162:705-708 (1982), with two rows of scores and one byte of traceback
 * per cell.
 */
export function align(query: string, target: string, options: AlignOptions): Alignment {
  const filled = fill(query, target, options);
  return trace(query, target, filled);
}

interface Filled {
  score: number;
  directions: Uint8Array;
  /** Start of the traceback, as numbers of residues up to there. */
  endQuery: number;
  endTarget: number;
  local: boolean;
}

function fill(query: string, target: string, options: AlignOptions): Filled {
  const { mode, gapOpen, gapExtend, endOpen = 0, endExtend = 0, matrix } = options;
  const local = mode === 'local';
  const [a, b] = [matrix.encode(query), matrix.encode(target)];
  const [rows, columns] = [a.length, b.length];
  const width = columns + 1;
  const directions = new Uint8Array((rows + 1) * width);
  const edge = (length: number) => (local || length === 0 ? 0 : -endOpen - (length - 1) * endExtend);

  // best[j]: best score of the cell above, then of the cell in this row. up[j]: best score that ends with a gap in the
  // target.
  const best = new Float64Array(width);
  const up = new Float64Array(width).fill(-Infinity);
  for (let j = 1; j < width; j++) {
    best[j] = edge(j);
    if (!local) directions[j] = LEFT | LEFT_GOES_ON;
  }
  let [top, endQuery, endTarget] = local ? [0, 0, 0] : [-Infinity, rows, columns];

  for (let i = 1; i <= rows; i++) {
    const scores = matrix.scores.subarray(a[i - 1]! * matrix.size, (a[i - 1]! + 1) * matrix.size);
    const row = i * width;
    // A gap along the last row or column is an end gap.
    const lastRow = !local && i === rows;
    const openLeft = lastRow ? endOpen : gapOpen;
    const extendLeft = lastRow ? endExtend : gapExtend;
    let diagonal = best[0]!;
    best[0] = edge(i);
    if (!local) directions[row] = UP | UP_GOES_ON;
    let left = -Infinity;
    for (let j = 1; j <= columns; j++) {
      const lastColumn = !local && j === columns;
      let bits = 0;

      let upBest = best[j]! - (lastColumn ? endOpen : gapOpen);
      const upExtended = up[j]! - (lastColumn ? endExtend : gapExtend);
      if (upExtended > upBest) {
        upBest = upExtended;
        bits |= UP_GOES_ON;
      }
      up[j] = upBest;

      const leftOpened = best[j - 1]! - openLeft;
      left -= extendLeft;
      if (left > leftOpened) bits |= LEFT_GOES_ON;
      else left = leftOpened;

      let value = diagonal + scores[b[j - 1]!]!;
      let source = DIAGONAL;
      if (upBest > value) {
        value = upBest;
        source = UP;
      }
      if (left > value) {
        value = left;
        source = LEFT;
      }
      if (local && value <= 0) {
        value = 0;
        source = 0;
      }
      directions[row + j] = bits | source;
      diagonal = best[j]!;
      best[j] = value;
      if (local && value > top) {
        top = value;
        endQuery = i;
        endTarget = j;
      }
    }
  }
  return { score: local ? top : best[columns]!, directions, endQuery, endTarget, local };
}

function trace(query: string, target: string, { score, directions, endQuery, endTarget, local }: Filled): Alignment {
  const width = target.length + 1;
  const rows: [string[], string[]] = [[], []];
  let [i, j] = [endQuery, endTarget];
  let inGap = 0;
  while (i > 0 || j > 0) {
    const bits = directions[i * width + j]!;
    const step = inGap || bits & SOURCE;
    if (local && step === 0) break;
    const goesOn = step === UP ? bits & UP_GOES_ON : step === LEFT ? bits & LEFT_GOES_ON : 0;
    inGap = goesOn ? step : 0;
    rows[0].push(step === LEFT ? '-' : query[--i]!);
    rows[1].push(step === UP ? '-' : target[--j]!);
  }
  const [queryRow, targetRow] = rows.map((row) => row.reverse().join('')) as [string, string];
  return { score, query: queryRow, target: targetRow, queryStart: i, targetStart: j };
}
