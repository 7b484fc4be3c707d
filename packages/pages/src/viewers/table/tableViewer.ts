import { grouped, make, save } from '../elements.ts';
import { cellOf } from './cells.ts';
import { type Condition, conditionOf } from './filterRows.ts';
import { MAX_LOADED, readRows } from './readRows.ts';
import type { Row, TableColumn } from './rows.ts';
import { offerTable } from './shownTables.ts';
import { sortedOrder } from './sortRows.ts';
import { csvLines } from './tableCsv.ts';
import { addTableParts } from './tableParts.ts';

/** Tables with more rows have only the rows in view in the page. */
const MAX_IN_PAGE = 500;

/** Rows above and below the view that are in the page. */
const MARGIN = 12;

/** Rows of a CSV that are written before the page may react. */
const CSV_SLICE = 4_000;

/**
 * Lets the reader sort and filter a table, hide its columns, and export what is shown as CSV. The page has the first rows without this
 * script; it reads all rows from the address in `data-rows`.
 */
export async function showTable(section: HTMLElement): Promise<void> {
  const table = section.querySelector('table');
  const box = section.querySelector<HTMLElement>('.scroll');
  const { rows: address, columns: given = '[]', viewerName: name = 'table' } = section.dataset;
  if (!table?.tHead || !box || !address) return;
  const columns = JSON.parse(given) as TableColumn[];
  const body = table.tBodies[0]!;
  const extent = section.querySelector<HTMLElement>('[data-extent]');
  const heads = [...table.tHead.rows[0]!.cells];
  const inPage: (HTMLTableRowElement | undefined)[] = [...body.rows];
  const hidden = new Set<number>();
  const conditions = new Map<number, Condition>();
  let rows: Row[] = [];
  let sorted: { column: number; descending: boolean } | undefined;
  let order: Uint32Array = new Uint32Array();
  let marked = -1;

  const parts = addTableParts(table, columns, {
    sort(column) {
      // The third press brings the order of the result back.
      if (sorted?.column !== column) sorted = { column, descending: false };
      else sorted = sorted.descending ? undefined : { column, descending: true };
      parts.showSort(sorted);
      arrange();
    },
    filter(column, typed) {
      const condition = conditionOf(typed);
      if (condition) conditions.set(column, condition);
      else conditions.delete(column);
      arrange();
    },
    hide(column, isHidden) {
      if (isHidden) hidden.add(column);
      else hidden.delete(column);
      for (const row of [...table.tHead!.rows, ...inPage]) row?.cells[column]?.toggleAttribute('hidden', isHidden);
      draw();
    },
    save: saveCsv,
  });
  box.before(parts.tools);
  try {
    rows = await readRows(address, (count) => say(`${grouped(count)} rows loaded`));
  } catch (error) {
    say(`The other rows could not be loaded (${(error as Error).message}).`);
    return;
  }
  extent?.querySelector('[data-first]')?.remove();
  const isVirtual = rows.length > MAX_IN_PAGE;
  const height = body.rows[0]?.offsetHeight ?? 1;
  if (isVirtual) makeVirtual();
  offerTable(name, { rows, titles: new Map(columns.map((column) => [column.name, column.label])), mark, onPick });
  arrange();

  function say(text: string): void {
    parts.status.textContent = text;
  }

  function textAt(row: Row, column: TableColumn): string {
    return cellOf(column.name, row[column.name], column).text;
  }

  /** Sorts and filters, then shows the result. */
  function arrange(): void {
    const column = sorted && columns[sorted.column]!;
    const all = column
      ? sortedOrder(
          rows.map((row) => row[column.name]),
          sorted!.descending,
        )
      : Uint32Array.from(rows, (_, i) => i);
    const wanted = [...conditions].map(([i, condition]) => ({ column: columns[i]!, condition }));
    order = all.filter((i) =>
      wanted.every(({ column: { name: field, ...look }, condition }) => {
        const value = rows[i]![field];
        return condition(value, textAt(rows[i]!, { name: field, ...look }));
      }),
    );
    const loaded = `${rows.length === MAX_LOADED ? 'the first ' : ''}${grouped(rows.length)} rows`;
    say(order.length === rows.length ? loaded : `${grouped(order.length)} of ${loaded}`);
    if (isVirtual) box!.scrollTop = 0;
    draw();
  }

  function draw(): void {
    if (isVirtual) drawView();
    else body.replaceChildren(...Array.from(order, rowInPage));
  }

  function drawView(): void {
    const from = Math.max(0, Math.floor(box!.scrollTop / height) - MARGIN);
    const to = Math.min(order.length, from + Math.ceil(box!.clientHeight / height) + 2 * MARGIN);
    const shown = Array.from(order.subarray(from, to), (i, k) => {
      const row = rowOf(i);
      row.ariaRowIndex = String(from + k + 2);
      row.style.height = `${height}px`;
      return row;
    });
    body.replaceChildren(spacer(from * height), ...shown, spacer((order.length - to) * height));
    table!.ariaRowCount = String(order.length + 1);
  }

  /** Returns the row that the page has already, with its drawings, or a new one. */
  function rowInPage(i: number): HTMLTableRowElement {
    const known = inPage[i];
    const row = known ?? rowOf(i);
    inPage[i] = row;
    row.dataset.index = String(i);
    if (!known) void drawMolecules([...row.querySelectorAll('[data-smiles]')]);
    return row;
  }

  function rowOf(i: number): HTMLTableRowElement {
    const cells = columns.map((column, k) => {
      const { text, isNumber, smiles } = cellOf(column.name, rows[i]![column.name], column);
      const attributes = { class: isNumber ? 'number' : undefined, hidden: hidden.has(k), 'data-smiles': smiles };
      return make('td', attributes, text);
    });
    return make('tr', { 'data-index': i, 'aria-current': i === marked ? 'true' : undefined }, ...cells);
  }

  /** Keeps the widths of the columns while rows come and go. */
  function makeVirtual(): void {
    box!.classList.add('tall');
    const widths = heads.map((head) => head.offsetWidth);
    for (const [i, head] of heads.entries()) head.style.width = `${Math.min(360, widths[i]!)}px`;
    table!.classList.add('fixed');
    let waiting = false;
    box!.addEventListener('scroll', () => {
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(() => {
        waiting = false;
        draw();
      });
    });
  }

  function mark(i: number | undefined): void {
    marked = i ?? -1;
    for (const row of body.rows)
      if (Number(row.dataset.index ?? -1) === marked) row.setAttribute('aria-current', 'true');
      else row.removeAttribute('aria-current');
    if (!isVirtual || i === undefined) return;
    const place = order.indexOf(i);
    if (place >= 0) box!.scrollTop = Math.max(0, (place - 3) * height);
  }

  function onPick(pick: (i: number) => void): void {
    table!.classList.add('picks');
    body.addEventListener('click', ({ target }) => {
      const row = (target as HTMLElement).closest<HTMLElement>('tr[data-index]');
      if (row) pick(Number(row.dataset.index));
    });
  }

  async function saveCsv(): Promise<void> {
    const names = new Set(columns.filter((_, i) => !hidden.has(i)).map((column) => column.name));
    // The page has at most 80 columns. A whole table also has the others.
    if (hidden.size === 0) for (const row of rows) for (const field in row) names.add(field);
    const text: string[] = [];
    for (const line of csvLines([...names], rowsOf(order, rows))) {
      text.push(line);
      if (text.length % CSV_SLICE === 0) await new Promise((resume) => setTimeout(resume));
    }
    save(`${name}.csv`, text, 'text/csv');
  }
}

/** A script beside this one, which is not part of the bundle. */
const drawings = './depict.js';

async function drawMolecules(cells: Element[]): Promise<void> {
  if (cells.length === 0) return;
  const { depict } = (await import(drawings)) as { depict(cells: Element[]): void };
  depict(cells);
}

function* rowsOf(order: Uint32Array, rows: readonly Row[]): Generator<Row> {
  for (const i of order) yield rows[i]!;
}

function spacer(height: number): HTMLTableRowElement {
  const cell = make('td');
  cell.style.height = `${height}px`;
  return make('tr', { class: 'spacer', 'aria-hidden': 'true', hidden: height === 0 }, cell);
}
