import type { Row } from './rows.ts';

/** A table of the page that another viewer may follow. */
export interface ShownTable {
  rows: readonly Row[];
  /** The headings of the columns, by field. */
  titles: ReadonlyMap<string, string>;
  /** Marks one row, by its position in the result; undefined marks none. */
  mark(index: number | undefined): void;
  /** Calls `pick` when the reader clicks on a row. */
  onPick(pick: (index: number) => void): void;
}

const tables = new Map<string, ShownTable>();
const waiting = new Map<string, (table: ShownTable) => void>();

/** Makes a table known to other viewers, by its output port. */
export function offerTable(port: string, table: ShownTable): void {
  tables.set(port, table);
  waiting.get(port)?.(table);
}

/** The event that loads a viewer of the page before the reader comes near. */
export const NEEDED = 'viewer-needed';

/** Calls `use` with the table of an output port, once the table has its rows. */
export function useTable(port: string, use: (table: ShownTable) => void): void {
  const table = tables.get(port);
  if (table) {
    use(table);
    return;
  }
  waiting.set(port, use);
  const element = document.querySelector(`[data-viewer="table"][data-viewer-name="${CSS.escape(port)}"]`);
  element?.dispatchEvent(new Event(NEEDED, { bubbles: true }));
}
