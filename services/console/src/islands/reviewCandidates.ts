import { SHOW_ITEM } from '@rotamer/pages/viewers/scene/sceneTypes.ts';
import { type Comparison, compareMetrics, satisfies } from '../review/rule.ts';

/** How long the reader pauses before the price is asked for, in milliseconds. */
const PAUSE_MS = 250;

/** Sorts, ticks and lists candidates of a review without loading the page again, and shows one beside the table. */
export function reviewCandidates(page: Document): void {
  const form = page.querySelector<HTMLFormElement>('form.review');
  const table = form?.querySelector<HTMLTableElement>('[data-review-table]');
  if (!form || !table) return;
  showCandidate(form, table);
  if (form.dataset.review !== undefined) steer(form, table, form.dataset.review);
}

/** Makes the buttons of the form work in place, and keeps the bar up to date. */
function steer(form: HTMLFormElement, table: HTMLTableElement, priceUrl: string): void {
  const rows = () => [...table.tBodies[0]!.rows];
  const boxes = () => [...table.querySelectorAll<HTMLInputElement>('input[name="approved"]')];
  const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement;
  const told = form.querySelector<HTMLOutputElement>('.rule output');
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = 0;

  function fitting(): HTMLTableRowElement[] {
    const column = columnOf(table, field('field').value);
    const rule = { op: field('op').value as Comparison, value: field('value').value };
    return rows().filter((row) => satisfies(valueAt(row, column), rule));
  }

  async function showPrice(approved: number): Promise<void> {
    const mine = ++asked;
    const price = form.querySelector('[data-price]')!;
    price.textContent = '';
    if (approved === 0) return;
    const response = await fetch(`${priceUrl}?approved=${approved}`).catch(() => undefined);
    if (response?.ok && mine === asked) price.textContent = ((await response.json()) as { price: string }).price;
  }

  function count(): void {
    const approved = boxes().filter(({ checked }) => checked).length;
    form.querySelector('[data-approved]')!.textContent = String(approved);
    clearTimeout(timer);
    timer = setTimeout(() => showPrice(approved), PAUSE_MS);
  }

  const buttons: Record<string, () => void> = {
    select() {
      const found = fitting();
      for (const row of found) row.querySelector<HTMLInputElement>('input[name="approved"]')!.checked = true;
      tell(`${found.length} fit.`);
    },
    only() {
      const found = new Set(fitting());
      for (const row of rows()) row.hidden = !found.has(row);
      field('only').value = '1';
      tell(`${found.size} of ${rows().length} are listed.`);
    },
    all() {
      for (const row of rows()) row.hidden = false;
      field('only').value = '';
      tell('');
    },
    none() {
      for (const box of boxes()) box.checked = false;
    },
  };

  function tell(text: string): void {
    if (told) told.textContent = text;
  }

  function sortBy(button: HTMLButtonElement): void {
    const head = button.closest('th')!;
    const direction = head.ariaSort === 'ascending' ? 'desc' : 'asc';
    for (const other of table.tHead!.rows[0]!.cells) other.ariaSort = null;
    head.ariaSort = direction === 'asc' ? 'ascending' : 'descending';
    const at = head.cellIndex;
    const sorted = rows().sort((a, b) => compareMetrics(valueAt(a, at), valueAt(b, at), direction));
    table.tBodies[0]!.append(...sorted);
    field('sorted').value = `${button.value.slice('sort.'.length)} ${direction}`;
  }

  form.addEventListener('submit', (event) => {
    const button = event.submitter as HTMLButtonElement | null;
    const act = button?.value.startsWith('sort.') ? () => sortBy(button) : buttons[button?.value ?? ''];
    if (!act) return;
    event.preventDefault();
    act();
    count();
  });
  table.addEventListener('change', count);
  // Ticked before this script ran, or kept while the page was shown again.
  if (boxes().some(({ checked, defaultChecked }) => checked !== defaultChecked)) count();
}

/** Returns the place of a metric's column, by the button in its heading; -1 without one. */
function columnOf(table: HTMLTableElement, name: string): number {
  const heads = [...table.tHead!.rows[0]!.cells];
  return heads.findIndex((head) => head.querySelector('button')?.value === `sort.${name}`);
}

function valueAt(row: HTMLTableRowElement, column: number): unknown {
  const { value } = row.cells[column]?.dataset ?? {};
  return value === undefined ? undefined : JSON.parse(value);
}

/** Shows the candidate of the row that has the focus or was clicked, and moves between rows by the arrow keys. */
function showCandidate(form: HTMLFormElement, table: HTMLTableElement): void {
  const view = form.querySelector<HTMLElement>('[data-candidate-view]');
  if (!view) return;
  let shown: HTMLTableRowElement | undefined;

  function show(row: HTMLTableRowElement | null | undefined): void {
    if (!row || row === shown || !row.dataset.candidate) return;
    shown?.removeAttribute('aria-current');
    shown = row;
    row.setAttribute('aria-current', 'true');
    view!.hidden = false;
    view!.querySelector('[data-candidate-name]')!.textContent = nameOf(row);
    drawOf(row);
    view!.querySelector('[data-candidate-facts]')!.replaceChildren(...factsOf(table, row));
    const scene = view!.querySelector<HTMLElement>('[data-viewer="scene"]');
    if (scene) {
      scene.dataset.item = row.dataset.candidate;
      scene.dispatchEvent(new Event(SHOW_ITEM));
    }
  }

  function drawOf(row: HTMLTableRowElement): void {
    const drawing = row.querySelector<HTMLImageElement>('img.molecule')?.cloneNode() as HTMLImageElement | undefined;
    view!.querySelector('[data-candidate-picture]')!.replaceChildren(...(drawing ? [drawing] : []));
  }

  const rowOf = (target: EventTarget | null) => (target as Element | null)?.closest<HTMLTableRowElement>('tbody tr');
  table.addEventListener('click', ({ target }) => show(rowOf(target)));
  table.addEventListener('focusin', ({ target }) => show(rowOf(target)));
  table.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const rows = [...table.tBodies[0]!.rows].filter(({ hidden }) => !hidden);
    const at = rows.indexOf(rowOf(event.target)!);
    const next = rows[at + (event.key === 'ArrowDown' ? 1 : -1)]?.querySelector<HTMLInputElement>('input');
    if (at < 0 || !next) return;
    event.preventDefault();
    next.focus();
  });
  // Molecules are drawn when they are near, so the drawing of a row may come later than the row is shown.
  new MutationObserver(() => shown && drawOf(shown)).observe(table, { childList: true, subtree: true });
  show(table.tBodies[0]?.rows[0]);
}

function nameOf(row: HTMLTableRowElement): string {
  return row.cells[0]!.querySelector('label')?.textContent?.trim() ?? row.cells[0]!.textContent!.trim();
}

/** Returns the numbers and texts of a row as a list of terms. Drawings are shown above. */
function factsOf(table: HTMLTableElement, row: HTMLTableRowElement): HTMLElement[] {
  const heads = [...table.tHead!.rows[0]!.cells];
  return [...row.cells].slice(1).flatMap((cell, i) => {
    if (cell.dataset.smiles !== undefined || ['–', ''].includes(cell.textContent)) return [];
    const [term, value] = [document.createElement('dt'), document.createElement('dd')];
    term.textContent = heads[i + 1]!.textContent;
    value.textContent = cell.textContent;
    return [term, value];
  });
}
