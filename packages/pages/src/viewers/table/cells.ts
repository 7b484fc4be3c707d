import { type Column as ShownColumn, shownNumber } from '@rotamer/tools/shared/columns/columnsOf.ts';

/** Maximum characters of a cell on the page. */
const MAX_CELL = 2_000;

/** One value of a table. */
export interface Cell {
  text: string;
  isNumber: boolean;
  /** The SMILES to draw, if the value is a molecule. */
  smiles?: string;
}

/** Returns whether a field contains SMILES, judged by its name. */
export function isSmiles(name: string): boolean {
  return /(^|_)smiles$/.test(name);
}

/** Returns a cell with a value as text, rounded as its column says, and with a drawing for a SMILES. */
export function cellOf(name: string, value: unknown, column?: Pick<ShownColumn, 'digits' | 'wide_range'>): Cell {
  const whole = typeof value === 'number' && column ? shownNumber(value, column) : textOf(value);
  const text = whole.length > MAX_CELL ? `${whole.slice(0, MAX_CELL)}…` : whole;
  const isNumber = typeof value === 'number';
  return isSmiles(name) && typeof value === 'string' && value.length <= MAX_CELL
    ? { text, isNumber, smiles: value }
    : { text, isNumber };
}

/** Formats a value as text: counts by name as `A 12, C 8`, and deeper nested values as JSON. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'object') return String(value);
  const parts = isRecord(value)
    ? Object.entries(value).map(([key, inner]) => [key, inner])
    : [value].flat().map((one) => [one]);
  if (parts.flat().some((one) => typeof one === 'object' && one !== null)) return JSON.stringify(value);
  return parts.map((part) => part.join(' ')).join(', ');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
