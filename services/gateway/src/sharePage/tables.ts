import type { ResultManifest } from '@rotamer/kit/results/resultManifest.ts';
import type { OutputPort } from '@rotamer/tools/contract.ts';

type Item = ResultManifest['items'][number];

/** One value of a table. */
export interface Cell {
  text: string;
  isNumber: boolean;
  /** The molecule that the value is, for whoever draws it. */
  smiles?: string;
}

export interface Column {
  label: string;
  /** What the tool's contract says of it: its unit, mostly. */
  description?: string;
  isNumber: boolean;
}

/** The structured rows of one output port. */
export interface Table {
  id: string;
  label: string;
  columns: Column[];
  rows: Cell[][];
  /** All rows there are; the page shows the first of them. */
  total: number;
  /** Few rows with many columns read better as one line for each column. */
  upright: boolean;
}

/** Rows and columns of one table on the page; what is more is in the files. */
const MAX_ROWS = 200;
const MAX_COLUMNS = 80;

/** The structured items of a result as tables, one for each output port, in the order of the ports' first items. */
export function tablesOf(items: Item[], ports: OutputPort[]): Table[] {
  return [...Map.groupBy(items, (item) => item.output_port_id)].map(([id, rows]) =>
    tableOf(
      id,
      rows,
      ports.find((port) => port.id === id),
    ),
  );
}

function tableOf(id: string, items: Item[], port: OutputPort | undefined): Table {
  const values = items.slice(0, MAX_ROWS).map(({ value }) => fieldsOf(value));
  const names = [...new Set(values.flatMap(Object.keys))].slice(0, MAX_COLUMNS);
  const rows = values.map((fields) => names.map((name) => cellOf(name, fields[name])));
  const columns = names.map((name, i) => ({
    label: name.replaceAll('_', ' '),
    description: descriptionOf(port, name),
    isNumber: rows.some((row) => row[i]!.isNumber),
  }));
  const upright = rows.length <= 3 && columns.length > 6;
  return { id, label: port?.label ?? id.replaceAll('_', ' '), columns, rows, total: items.length, upright };
}

/** Most rows are objects; any other value is a row of one column. */
function fieldsOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : { value };
}

function cellOf(name: string, value: unknown): Cell {
  const text = textOf(value);
  const isNumber = typeof value === 'number';
  return /(^|_)smiles$/.test(name) && typeof value === 'string'
    ? { text, isNumber, smiles: value }
    : { text, isNumber };
}

/** A value for people: counts by name as `A 12, C 8`, anything deeper as JSON. */
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

function descriptionOf(port: OutputPort | undefined, name: string): string | undefined {
  const schema = port?.schema as { properties?: Record<string, { description?: string }> } | undefined;
  return schema?.properties && Object.hasOwn(schema.properties, name)
    ? schema.properties[name]!.description
    : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
