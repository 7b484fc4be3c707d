import { goOn } from '../pause.ts';

/** Two rows of an alignment, over the columns where both have a residue. */
export interface PairIdentity {
  identical: number;
  compared: number;
}

const GAP = '-'.charCodeAt(0);

/** Between two looks at the stop signal. */
const COLUMNS_PER_PAUSE = 20_000_000;

/**
 * Calls `visit(i, j, identity)` for every pair i < j, in this order; letters are compared as they are, so X equals X.
 * Takes time in proportion to pairs × columns.
 *
 * @returns false when `signal` stopped it
 */
export async function forEachPair(
  rows: string[],
  signal: AbortSignal,
  visit: (i: number, j: number, identity: PairIdentity) => void,
): Promise<boolean> {
  const codes = rows.map((row) => Uint8Array.from(row, (letter) => letter.charCodeAt(0)));
  let columns = 0;
  for (let i = 0; i < codes.length; i++) {
    for (let j = i + 1; j < codes.length; j++) {
      visit(i, j, compareRows(codes[i]!, codes[j]!));
      columns += codes[i]!.length;
      if (columns < COLUMNS_PER_PAUSE) continue;
      columns = 0;
      if (!(await goOn(signal))) return false;
    }
  }
  return true;
}

function compareRows(a: Uint8Array, b: Uint8Array): PairIdentity {
  let [identical, compared] = [0, 0];
  for (let k = 0; k < a.length; k++) {
    if (a[k] === GAP || b[k] === GAP) continue;
    compared++;
    if (a[k] === b[k]) identical++;
  }
  return { identical, compared };
}
