import type { Static } from 'typebox';
import { type ResidueKind, residueLetters, residueNumbers } from '../shared/residueCodes.ts';
import { background } from './background.ts';
import type { column } from './tool.ts';

export type Column = Static<typeof column>;

const GAP = '-'.charCodeAt(0);

export interface ColumnOptions {
  kind: ResidueKind;
  /** One weight per row, with the sum 1. Without weights all rows count equally. */
  weights?: Float64Array;
}

/** Yields the columns of an alignment. All rows have the same length. */
export function* columnsOf(rows: string[], { kind, weights }: ColumnOptions): Generator<Column> {
  const numbers = residueNumbers[kind];
  const size = residueLetters(kind).length + 1;
  const counts = new Uint32Array(size);
  const shares = new Float64Array(size);
  const equal = 1 / rows.length;
  for (let i = 0; i < rows[0]!.length; i++) {
    counts.fill(0);
    shares.fill(0);
    let gaps = 0;
    for (const [k, row] of rows.entries()) {
      const code = row.charCodeAt(i);
      if (code === GAP) gaps++;
      const number = numbers[code]!;
      counts[number]!++;
      shares[number]! += weights?.[k] ?? equal;
    }
    yield describeColumn(i + 1, { counts, shares, gaps, rows: rows.length }, kind);
  }
}

interface Counted {
  /** Number of rows by the number of their residue. Number 0 counts unknown residues and gaps. */
  counts: Uint32Array;
  /** The same by weight. */
  shares: Float64Array;
  gaps: number;
  rows: number;
}

function describeColumn(column: number, { counts, shares, gaps, rows }: Counted, kind: ResidueKind): Column {
  const known = rows - counts[0]!;
  let top = 1;
  for (let number = 2; number < counts.length; number++) if (counts[number]! > counts[top]!) top = number;
  const common = { column, known, gap_fraction: round(gaps / rows) };
  if (known === 0) {
    const consensus = gaps === rows ? '-' : unknownLetter[kind];
    return { ...common, consensus, frequency: 0, frequency_of_known: null, entropy_bits: null, js_divergence: null };
  }
  return {
    ...common,
    consensus: residueLetters(kind)[top - 1]!,
    frequency: round(counts[top]! / rows),
    frequency_of_known: round(counts[top]! / known),
    entropy_bits: round(entropyOf(shares)),
    js_divergence: round(divergenceOf(shares, kind)),
  };
}

/** The consensus of a column that has residues, but no known one. */
export const unknownLetter = { protein: 'X', dna: 'N' } as const;

/** Returns the Shannon entropy of the known residues, in bits. */
function entropyOf(shares: Float64Array): number {
  const known = sumOfKnown(shares);
  let entropy = 0;
  for (const share of shares.subarray(1)) if (share > 0) entropy -= (share / known) * Math.log2(share / known);
  return entropy;
}

/**
 * Returns the Jensen-Shannon divergence of the known residues from the background, from 0 to 1, times the fraction of
 * rows with a known residue: Capra and Singh, Bioinformatics 23:1875-1882 (2007), without their window.
 */
function divergenceOf(shares: Float64Array, kind: ResidueKind): number {
  const known = sumOfKnown(shares);
  const expected = background[kind];
  let divergence = 0;
  for (const [i, q] of expected.entries()) {
    const p = shares[i + 1]! / known;
    const mean = (p + q) / 2;
    if (p > 0) divergence += (p / 2) * Math.log2(p / mean);
    if (q > 0) divergence += (q / 2) * Math.log2(q / mean);
  }
  return divergence * known;
}

const sumOfKnown = (shares: Float64Array) => shares.subarray(1).reduce((sum, share) => sum + share, 0);

/** Rounds a value; never returns -0. */
export function round(value: number): number {
  return Number(value.toFixed(6)) + 0;
}
