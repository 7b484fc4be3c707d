import { goOn } from '../pause.ts';
import { numbersIn, type ResidueKind } from '../residueCodes.ts';

/** Counts over the compared columns of two rows of an alignment. */
export interface PairCounts {
  /** Columns where both rows have a known residue. */
  compared: number;
  different: number;
  /** Differences between A and G, or C and T. */
  transitions: number;
}

/**
 * Returns rows as numbers of residues, with 0 for unknown ones. With `complete`, only columns in which all rows are
 * known are kept.
 */
export function numberedRows(
  rows: string[],
  kind: ResidueKind,
  gaps: 'pairwise' | 'complete' = 'pairwise',
): Uint8Array[] {
  const numbered = rows.map((row) => numbersIn(row, kind));
  if (gaps === 'pairwise') return numbered;
  const complete = Array.from(rows[0]!, (_, column) => numbered.every((row) => row[column] !== 0));
  return numbered.map((row) => row.filter((_, column) => complete[column]));
}

/**
 * Counts the differences of two rows. Ambiguity codes are left out like gaps, as in ape's `dist.dna` and FastTree.
 * `weights` says how often each column counts, 1 by default. A, C, G and T have the numbers 1 to 4, so transitions are
 * two apart.
 */
export function countPair(a: Uint8Array, b: Uint8Array, weights?: Uint16Array): PairCounts {
  let [compared, different, transitions] = [0, 0, 0];
  for (let k = 0; k < a.length; k++) {
    const [x, y] = [a[k]!, b[k]!];
    if (x === 0 || y === 0) continue;
    const weight = weights === undefined ? 1 : weights[k]!;
    compared += weight;
    if (x === y) continue;
    different += weight;
    if (x - y === 2 || y - x === 2) transitions += weight;
  }
  return { compared, different, transitions };
}

/** Columns compared between two checks of the stop signal. */
const COLUMNS_PER_PAUSE = 20_000_000;

/**
 * Calls `visit(i, j, counts)` for every pair i < j, in this order. The time grows with pairs × columns.
 *
 * @returns false when `signal` stopped it
 */
export async function forEachPair(
  rows: Uint8Array[],
  signal: AbortSignal,
  visit: (i: number, j: number, counts: PairCounts) => void,
): Promise<boolean> {
  let columns = 0;
  for (let i = 0; i < rows.length; i++) {
    for (let j = i + 1; j < rows.length; j++) {
      visit(i, j, countPair(rows[i]!, rows[j]!));
      columns += rows[i]!.length;
      if (columns < COLUMNS_PER_PAUSE) continue;
      columns = 0;
      if (!(await goOn(signal))) return false;
    }
  }
  return true;
}
