import { isMissing, type Row } from '../table/rows.ts';

/** Colours from low to high, which also differ in lightness: viridis, by van der Walt and Smith (2015). */
const stops = ['#440154', '#3b528b', '#21918c', '#5ec962', '#fde725'];

/** Colours that differ also for people who are colour-blind: of Okabe and Ito. */
const classColors = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#999999', '#f0e442', '#000000'];

/** Returns the colour of a class or chain, counted from 0. */
export const classColor = (i: number): string => classColors[i % classColors.length]!;

/** The values of residues, by `chain:number insertion`. */
export interface ResidueValues {
  of: Map<string, number>;
  low: number;
  high: number;
  /** Where the values are classes, such as helix and strand: their names, of which a value is the position. */
  names?: string[];
}

export const residueKey = (chain: unknown, number: unknown, insertion: unknown): string =>
  `${chain}:${number}${typeof insertion === 'string' ? insertion.trim() : ''}`;

/**
 * Reads the value of each residue from rows, the largest when there are several. `name`: the structure whose rows they are; where no
 * row has it, the `nth` structure, counted from 1. Returns undefined without any.
 */
export function readValues(rows: readonly Row[], field: string, nth = 1, name?: string): ResidueValues | undefined {
  const structures = [...new Set(rows.map(({ structure }) => structure))];
  const own = name !== undefined && structures.includes(name) ? name : structures[nth - 1];
  const shown = rows.filter((row) => row.structure === own && !isMissing(row[field]));
  if (shown.length === 0) return undefined;
  const areClasses = typeof shown[0]![field] === 'string';
  const names = areClasses ? [...new Set(shown.map((row) => String(row[field])))].sort() : undefined;
  const of = new Map<string, number>();
  for (const row of shown) {
    const value = names ? names.indexOf(String(row[field])) : Number(row[field]);
    const key = residueKey(row.chain, isMissing(row.number) ? row.seq : row.number, row.insertion);
    of.set(key, Math.max(value, of.get(key) ?? value));
  }
  const values = [...of.values()];
  const [low, high] = [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))];
  return { of, low, high, ...(names && { names }) };
}

/** Returns the colour of a residue. */
export function residueColor({ of, low, high, names }: ResidueValues, keys: readonly string[]): string {
  const value = keys.map((key) => of.get(key)).find((one) => one !== undefined);
  if (value === undefined) return '#bbbbbb';
  return names ? classColor(value) : colorOf(value, low, high);
}

/** Returns the colour of a value between the lowest and the highest. */
export function colorOf(value: number, low: number, high: number): string {
  const at = high > low ? ((value - low) / (high - low)) * (stops.length - 1) : 0;
  const i = Math.min(stops.length - 2, Math.max(0, Math.floor(at)));
  const mix = (from: number, to: number) => Math.round(from + (to - from) * Math.min(1, Math.max(0, at - i)));
  const [from, to] = [channels(stops[i]!), channels(stops[i + 1]!)];
  return `#${from.map((channel, k) => mix(channel, to[k]!).toString(16).padStart(2, '0')).join('')}`;
}

/** Confidence of a prediction: classes and colours of the AlphaFold database, https://alphafold.ebi.ac.uk/faq. */
export const plddtClasses = [
  { from: 90, name: 'very high', range: 'from 90', color: '#0053d6' },
  { from: 70, name: 'high', range: '70 to 90', color: '#65cbf3' },
  { from: 50, name: 'low', range: '50 to 70', color: '#ffdb13' },
  { from: Number.NEGATIVE_INFINITY, name: 'very low', range: 'below 50', color: '#ff7d45' },
] as const;

/** Returns the colour of a pLDDT from 0 to 100. */
export function plddtColor(value: number): string {
  return plddtClasses.find(({ from }) => value >= from)!.color;
}

const channels = (color: string): number[] => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
