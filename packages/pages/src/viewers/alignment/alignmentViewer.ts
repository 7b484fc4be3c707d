import type { AlignmentFormat } from '@rotamer/tools/shared/msa/parseAlignment.ts';
import { button, copy, grouped, make } from '../elements.ts';
import { type Alignment, fastaOf, find, type Place, readAlignment, residueNumber } from './alignmentModel.ts';
import { drawAlignment, type Look } from './drawAlignment.ts';

/** Sizes of a cell, in pixels, from the whole alignment at a glance to large letters. */
const cells = [1, 2, 4, 6, 9, 12, 16, 22];
const USUAL = 5;

const help =
  'Keys in the alignment: arrows, Page Up, Page Down, Home and End move, Enter selects a row, C copies the selected rows, + and − zoom.';

/** Shows an alignment that the reader moves, zooms, searches and copies rows from, by mouse or by keyboard. */
export async function showAlignment(section: HTMLElement): Promise<void> {
  const { url = '', format = 'AFA', label = 'Alignment' } = section.dataset;
  const status = make('output', {});
  let alignment: Alignment;
  try {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    alignment = readAlignment(await response.text(), format as AlignmentFormat);
  } catch (error) {
    section.append(make('p', { class: 'quiet' }, `The alignment could not be shown: ${(error as Error).message}.`));
    return;
  }
  const { names, rows, columns } = alignment;
  const canvas = make('canvas', { 'aria-hidden': 'true' });
  const extent = make('div', { class: 'extent' });
  const name = `${label}: ${grouped(rows.length)} sequences, ${grouped(columns)} columns`;
  const box = make('div', { class: 'sheet', tabindex: 0, role: 'application', 'aria-label': name }, canvas, extent);
  const search = make('input', {
    type: 'search',
    'aria-label': 'Find a name or residues',
    placeholder: 'name or residues',
  });
  const tools = make(
    'div',
    { class: 'table-tools' },
    search,
    button('Find', () => goTo(find(alignment, search.value, cursor))),
    button('−', () => zoom(-1), { 'aria-label': 'Smaller' }),
    button('+', () => zoom(1), { 'aria-label': 'Larger' }),
    button('Copy rows', () => copyRows()),
    status,
  );
  section.append(tools, box, make('p', { class: 'quiet' }, help), textOf(alignment));

  let size = USUAL;
  let cursor: Place = { row: 0, column: 0 };
  const selected = new Set<number>();
  let look = lookOf();
  resize();

  new ResizeObserver(draw).observe(box);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    look = lookOf();
    draw();
  });
  box.addEventListener('scroll', draw);
  search.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    goTo(find(alignment, search.value, cursor));
  });
  box.addEventListener('click', ({ offsetX, offsetY, target }) => {
    // The canvas stays in place while its box scrolls; the part that is scrolled lies behind it.
    const isSheet = target === extent;
    const [x, y] = isSheet ? [offsetX, offsetY] : [offsetX + box.scrollLeft, offsetY + box.scrollTop];
    const row = Math.floor((y - look.top) / look.cell);
    const column = Math.floor((x - look.left) / look.cell);
    if (row < 0 || row >= rows.length) return;
    if (x - box.scrollLeft < look.left) select(row);
    move({ row, column: x - box.scrollLeft < look.left ? cursor.column : Math.max(0, column) });
  });
  box.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      zoom(event.deltaY < 0 ? 1 : -1);
    },
    { passive: false },
  );
  box.addEventListener('keydown', (event) => {
    if (event.altKey || event.metaKey) return;
    const page = Math.max(1, Math.floor(box.clientHeight / look.cell) - 2);
    const keys: Record<string, () => void> = {
      ArrowLeft: () => move({ ...cursor, column: cursor.column - (event.shiftKey ? 10 : 1) }),
      ArrowRight: () => move({ ...cursor, column: cursor.column + (event.shiftKey ? 10 : 1) }),
      ArrowUp: () => move({ ...cursor, row: cursor.row - 1 }),
      ArrowDown: () => move({ ...cursor, row: cursor.row + 1 }),
      PageUp: () => move({ ...cursor, row: cursor.row - page }),
      PageDown: () => move({ ...cursor, row: cursor.row + page }),
      Home: () => move({ row: event.ctrlKey ? 0 : cursor.row, column: 0 }),
      End: () => move({ row: event.ctrlKey ? rows.length - 1 : cursor.row, column: columns - 1 }),
      Enter: () => select(cursor.row),
      ' ': () => select(cursor.row),
      c: () => copyRows(),
      '+': () => zoom(1),
      '=': () => zoom(1),
      '-': () => zoom(-1),
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });

  function lookOf(): Look {
    const style = getComputedStyle(box);
    const color = (property: string) => {
      // A custom property may be `light-dark(…)`: only a used colour has been decided.
      canvas.style.color = `var(${property})`;
      return getComputedStyle(canvas).color;
    };
    return {
      cell: cells[size]!,
      left: Math.min(150, Math.round(Number.parseFloat(style.width) * 0.28)),
      top: 40,
      ink: color('--ink'),
      quiet: color('--quiet'),
      paper: color('--paper'),
      raised: color('--raised'),
      accent: color('--accent'),
    };
  }

  /** Makes the scrolled area as large as the alignment is at this zoom. */
  function resize(): void {
    look = lookOf();
    extent.style.width = `${look.left + columns * look.cell}px`;
    extent.style.height = `${look.top + rows.length * look.cell}px`;
    draw();
  }

  function draw(): void {
    const [width, height] = [box.clientWidth, box.clientHeight];
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    canvas.style.marginBottom = `${-height}px`;
    drawAlignment(canvas, alignment, look, { width, height, x: box.scrollLeft, y: box.scrollTop, cursor, selected });
  }

  function zoom(by: number): void {
    size = Math.min(cells.length - 1, Math.max(0, size + by));
    resize();
    move(cursor);
  }

  function goTo(place: Place | undefined): void {
    if (place) move(place);
    else status.textContent = `“${search.value}” is in no name and in no sequence.`;
  }

  /** Moves the cursor to a place, and scrolls until the place is in view. */
  function move({ row, column }: Place): void {
    cursor = {
      row: Math.min(rows.length - 1, Math.max(0, row)),
      column: Math.min(columns - 1, Math.max(0, column)),
    };
    const { cell, left, top } = look;
    box.scrollLeft = inView(cursor.column * cell, cell, box.scrollLeft, box.clientWidth - left);
    box.scrollTop = inView(cursor.row * cell, cell, box.scrollTop, box.clientHeight - top);
    const letter = rows[cursor.row]![cursor.column]!;
    const number = residueNumber(alignment, cursor);
    status.textContent = `${names[cursor.row]}, column ${cursor.column + 1}: ${number > 0 ? `${letter} ${number}` : 'gap'}`;
    draw();
  }

  function select(row: number): void {
    if (selected.has(row)) selected.delete(row);
    else selected.add(row);
    draw();
    status.textContent = `${names[row]} ${selected.has(row) ? 'selected' : 'not selected'}, ${selected.size} in all`;
  }

  function copyRows(): void {
    const chosen = selected.size > 0 ? [...selected].sort((a, b) => a - b) : [cursor.row];
    void copy(fastaOf(alignment, chosen), status, `${chosen.length} ${chosen.length === 1 ? 'row' : 'rows'} copied`);
  }
}

/** Returns a scroll position at which a cell is in view, as near as possible to the present one. */
function inView(at: number, size: number, scrolled: number, length: number): number {
  if (at < scrolled) return at;
  return at + size > scrolled + length ? at + size - length : scrolled;
}

/** The same as text, which is made when the reader opens it. */
function textOf(alignment: Alignment): HTMLElement {
  const details = make('details', {}, make('summary', {}, 'As text'));
  details.addEventListener(
    'toggle',
    () => {
      const rows = alignment.names.map((name, i) =>
        make('tr', {}, make('th', { scope: 'row' }, name), make('td', {}, make('code', {}, alignment.rows[i]!))),
      );
      const table = make('table', {}, make('tbody', {}, ...rows));
      details.append(
        make('div', { class: 'scroll tall', tabindex: 0, role: 'region', 'aria-label': 'Alignment as text' }, table),
      );
    },
    { once: true },
  );
  return details;
}
