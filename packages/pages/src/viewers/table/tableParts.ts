import { button, make } from '../elements.ts';
import type { TableColumn } from './rows.ts';

/** The controls of a table: above it, and in its head. */
export interface TableParts {
  tools: HTMLElement;
  status: HTMLElement;
  /** Shows the direction of the sorted column; undefined for none. */
  showSort(sorted: { column: number; descending: boolean } | undefined): void;
}

export interface TableActions {
  sort(column: number): void;
  filter(column: number, typed: string): void;
  hide(column: number, hidden: boolean): void;
  save(): void;
}

/** How long a reader pauses before a filter applies, in milliseconds. */
const PAUSE_MS = 120;

/** Adds buttons to the head of a table, a row of filters below it, and controls above it. */
export function addTableParts(table: HTMLTableElement, columns: TableColumn[], on: TableActions): TableParts {
  const head = table.tHead!;
  const cells = [...head.rows[0]!.cells];
  for (const [i, cell] of cells.entries()) {
    cell.replaceChildren(button(cell.textContent!.trim(), () => on.sort(i), { class: 'sort' }));
  }
  const filters = head.appendChild(filterRow(columns, on.filter));
  const status = make('output', { class: 'quiet' });
  const toggle = button(
    'Filter',
    () => {
      filters.hidden = !filters.hidden;
      toggle.setAttribute('aria-expanded', String(!filters.hidden));
      if (!filters.hidden) filters.querySelector('input')?.focus();
    },
    { 'aria-expanded': 'false' },
  );
  const tools = make(
    'div',
    { class: 'table-tools' },
    toggle,
    columnChoice(columns, on.hide),
    button('CSV of these rows', on.save),
    status,
  );
  function showSort(sorted: { column: number; descending: boolean } | undefined): void {
    for (const [i, cell] of cells.entries()) {
      if (sorted?.column === i) cell.ariaSort = sorted.descending ? 'descending' : 'ascending';
      else cell.removeAttribute('aria-sort');
    }
  }
  return { tools, status, showSort };
}

function filterRow(columns: TableColumn[], onFilter: TableActions['filter']): HTMLTableRowElement {
  const row = make('tr', { class: 'filter-row', hidden: true });
  for (const [i, { label }] of columns.entries()) {
    const input = make('input', {
      type: 'search',
      'aria-label': `Filter ${label}`,
      placeholder: 'text or >5',
      autocomplete: 'off',
    });
    let timer: ReturnType<typeof setTimeout> | undefined;
    input.addEventListener('input', () => {
      clearTimeout(timer);
      timer = setTimeout(() => onFilter(i, input.value), PAUSE_MS);
    });
    row.append(make('td', {}, input));
  }
  return row;
}

function columnChoice(columns: TableColumn[], onHide: TableActions['hide']): HTMLElement {
  const choices = columns.map(({ label }, i) => {
    const tick = make('input', { type: 'checkbox', checked: true });
    tick.addEventListener('change', () => onHide(i, !tick.checked));
    return make('label', {}, tick, ` ${label}`);
  });
  const details = make(
    'details',
    { class: 'column-choice' },
    make('summary', {}, 'Columns'),
    make('div', { role: 'group', 'aria-label': 'Shown columns' }, ...choices),
  );
  details.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    details.open = false;
    details.querySelector('summary')!.focus();
  });
  details.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !details.contains(relatedTarget)) details.open = false;
  });
  return details;
}
