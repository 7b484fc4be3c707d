import type { Static } from 'typebox';
import type { column } from './tool.ts';

export type Column = Static<typeof column>;

const GAP = '-'.charCodeAt(0);

/** The columns of an alignment whose rows have the same length. */
export function* columnsOf(rows: string[]): Generator<Column> {
  const length = rows[0]!.length;
  const counts = new Uint32Array(128);
  for (let i = 0; i < length; i++) {
    counts.fill(0);
    for (const row of rows) counts[row.charCodeAt(i)]!++;
    yield describeColumn(i + 1, counts, rows.length);
  }
}

function describeColumn(number: number, counts: Uint32Array, rows: number): Column {
  const gaps = counts[GAP]!;
  let [top, entropy] = [GAP, 0];
  for (let code = 65; code <= 90; code++) {
    const count = counts[code]!;
    if (count === 0) continue;
    if (top === GAP || count > counts[top]!) top = code;
    const p = count / (rows - gaps);
    entropy -= p * Math.log2(p);
  }
  return {
    column: number,
    consensus: String.fromCharCode(top),
    frequency: top === GAP ? 0 : round(counts[top]! / rows),
    gap_fraction: round(gaps / rows),
    entropy_bits: round(entropy),
  };
}

/** Never -0. */
export function round(value: number): number {
  return Number(value.toFixed(6)) + 0;
}
