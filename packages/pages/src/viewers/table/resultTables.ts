import type { ResultItem } from '@rotamer/domain/results/resultManifest.ts';
import type { OutputPort, Scene } from '@rotamer/tools/contract.ts';
import { columnsOf, headingOf, type Column as ShownColumn } from '@rotamer/tools/shared/columns/columnsOf.ts';
import { type Cell, cellOf } from './cells.ts';
import { fieldsOf } from './rows.ts';

/** The first structured items of one output port. */
export interface PortRows {
  portId: string;
  items: ResultItem[];
  /** Number of all items of the port. */
  total: number;
  /** Id of the file with all items, if there is one. */
  fileId?: string;
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

/** Maximum characters of all tables of a page, and of one heading. */
const MAX_TEXT = 128 * 1024;
const MAX_HEADING = 2_000;

/**
 * Returns the structured items of a result as tables, one per output port. The rows of ports that `scenes` name are never transposed,
 * because they follow the steps of a scene.
 */
export function tablesOf(ports: PortRows[], contract: OutputPort[], scenes: Pick<Scene, 'rows'>[] = []): Table[] {
  let left = MAX_TEXT;
  return ports.map((rows) => {
    const port = contract.find(({ id }) => id === rows.portId);
    const table = tableOf(rows, port, left);
    left -= table.text;
    const isFollowed = scenes.some((scene) => scene.rows?.port === rows.portId);
    return { ...table.table, upright: table.table.upright && !isFollowed };
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
  return (column ? headingOf(column) : name.replaceAll('_', ' ')).slice(0, MAX_HEADING);
}
