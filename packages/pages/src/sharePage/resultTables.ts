import type { ResultItem } from '@rotamer/domain/results/resultManifest.ts';
import type { OutputPort } from '@rotamer/tools/contract.ts';
import {
  columnsOf,
  headingOf,
  type Column as ShownColumn,
  shownNumber,
} from '@rotamer/tools/shared/columns/columnsOf.ts';

/** The first structured items of one output port. */
export interface PortRows {
  portId: string;
  items: ResultItem[];
  /** Number of all items of the port. */
  total: number;
  /** Id of the file with all items, if there is one. */
  fileId?: string;
}

/** One value of a table. */
export interface Cell {
  text: string;
  isNumber: boolean;
  /** The SMILES to draw, if the value is a molecule. */
  smiles?: string;
}

export interface Column {
  /** Name of the field. */
  name: string;
  label: string;
  /** Description from the tool's contract, usually with the unit. */
  description?: string;
  isNumber: boolean;
  digits?: number;
  wide_range?: true;
}

/** The structured rows of one output port. */
export interface Table {
  id: string;
  label: string;
  columns: Column[];
  rows: Cell[][];
  /** Number of all rows. The page shows only the first ones. */
  total: number;
  /** Id of the file with all rows, if there is one. */
  fileId?: string;
  /** Whether the table is transposed: few rows with many columns are easier to read with one line per column. */
  upright: boolean;
}

/** Maximum rows and columns of one table on the page. The files contain everything. */
export const MAX_ROWS = 200;
export const MAX_COLUMNS = 80;

/** Maximum characters of all tables of a page, and of one cell. */
const MAX_TEXT = 128 * 1024;
const MAX_CELL = 2_000;

/** Returns the structured items of a result as tables, one per output port. */
export function tablesOf(ports: PortRows[], contract: OutputPort[]): Table[] {
  let left = MAX_TEXT;
  return ports.map((rows) => {
    const port = contract.find(({ id }) => id === rows.portId);
    const table = tableOf(rows, port, left);
    left -= table.text;
    return table.table;
  });
}

/** Returns the table, cut where its text exceeds `room`, and the length of its text. */
function tableOf({ portId, items, total, fileId }: PortRows, port: OutputPort | undefined, room: number) {
  const values = items.slice(0, MAX_ROWS).map(({ value }) => fieldsOf(value));
  const known = new Map((port ? columnsOf(port) : []).map((column) => [column.name, column]));
  const names = inOrder([...known.keys()], values.flatMap(Object.keys)).slice(0, MAX_COLUMNS);
  const rows: Cell[][] = [];
  let text = 0;
  for (const fields of values) {
    const row = names.map((name) => cellOf(name, fields[name], known.get(name)));
    text += row.reduce((sum, cell) => sum + cell.text.length, 0);
    if (text > room) break;
    rows.push(row);
  }
  const columns = names.map((name, i) => ({
    name,
    label: labelOf(name, known.get(name)),
    description: known.get(name)?.description,
    isNumber: rows.some((row) => row[i]!.isNumber),
    digits: known.get(name)?.digits,
    wide_range: known.get(name)?.wide_range,
  }));
  const upright = rows.length <= 3 && columns.length > 6;
  const label = port?.label ?? portId.replaceAll('_', ' ');
  return { table: { id: portId, label, columns, rows, total, fileId, upright }, text };
}

/** Returns the columns of a table as JSON for the script that sorts and filters it. */
export function columnsForViewer({ columns }: Pick<Table, 'columns'>): string {
  return JSON.stringify(columns.map(({ name, label, digits, wide_range }) => ({ name, label, digits, wide_range })));
}

/** Returns the names that occur: first those of the contract, in its order, then the others as they come. */
export function inOrder(contract: readonly string[], occurring: readonly string[]): string[] {
  const names = new Set(occurring);
  return [...new Set([...contract.filter((name) => names.has(name)), ...names])];
}

/** Returns the heading of a column: its title and unit, else the name of the field. */
export function labelOf(name: string, column?: Pick<ShownColumn, 'title' | 'unit'>): string {
  return (column ? headingOf(column) : name.replaceAll('_', ' ')).slice(0, MAX_CELL);
}

/** Returns the fields of a row. A value other than an object becomes a row of one column. */
function fieldsOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : { value };
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
