import { isMissing, type Row } from '../table/rows.ts';

/** Colours from low to high, which also differ in lightness: viridis, by van der Walt and Smith (2015). */
const stops = ['#440154', '#3b528b', '#21918c', '#5ec962', '#fde725'];

/** The values of residues, by `chain:number insertion`. */
export interface ResidueValues {
  of: Map<string, number>;
  low: number;
  high: number;
}

export const residueKey = (chain: unknown, number: unknown, insertion: unknown): string =>
  `${chain}:${number}${typeof insertion === 'string' ? insertion.trim() : ''}`;

/** Reads the value of each residue from rows. `nth`: counted from 1, the structure whose rows they are. Returns undefined without any. */
export function readValues(rows: readonly Row[], field: string, nth = 1): ResidueValues | undefined {
  const structures = [...new Set(rows.map(({ structure }) => structure))];
  const own = structures[nth - 1];
  const of = new Map<string, number>();
  for (const row of rows) {
    const value = row[field];
    if (typeof value !== 'number' || row.structure !== own) continue;
    of.set(residueKey(row.chain, isMissing(row.number) ? row.seq : row.number, row.insertion), value);
  }
  if (of.size === 0) return undefined;
  const values = [...of.values()];
  return { of, low: values.reduce((a, b) => Math.min(a, b)), high: values.reduce((a, b) => Math.max(a, b)) };
}

/** Returns the colour of a value between the lowest and the highest. */
export function colorOf(value: number, low: number, high: number): string {
  const at = high > low ? ((value - low) / (high - low)) * (stops.length - 1) : 0;
  const i = Math.min(stops.length - 2, Math.max(0, Math.floor(at)));
  const mix = (from: number, to: number) => Math.round(from + (to - from) * Math.min(1, Math.max(0, at - i)));
  const [from, to] = [channels(stops[i]!), channels(stops[i + 1]!)];
  return `#${from.map((channel, k) => mix(channel, to[k]!).toString(16).padStart(2, '0')).join('')}`;
}

const channels = (color: string): number[] => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
