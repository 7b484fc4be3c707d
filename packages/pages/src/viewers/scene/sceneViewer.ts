import { button, grouped, make } from '../elements.ts';
import type { Row } from '../table/rows.ts';
import { type ShownTable, useTable } from '../table/shownTables.ts';
import { addScene, countAtoms, type Drawn, readScene, showStep } from './drawScene.ts';
import { addLegend, addPlddtLegend } from './legend.ts';
import { type GLViewer, loadLibrary } from './library.ts';
import { type SceneItem, type SceneView, SHOW_ITEM } from './sceneTypes.ts';
import { moveByKeys, scrollPageOverStage } from './stageInput.ts';
import { type ResidueValues, readValues } from './valueColors.ts';

/** The zoom at which a ligand leaves room for what is around it. */
const SURROUNDINGS = 0.65;

/** Returns an item with everything that belongs to it. An item that cannot be read stays as it is. */
async function readItem({ items }: SceneView, at: number): Promise<SceneItem> {
  const { from, ...known } = items[at]!;
  if (from === undefined) return known;
  const response = await fetch(from);
  const whole = response.ok ? placed((await response.json()) as SceneItem, response.url) : known;
  if (whole.parts.length === 0) throw new Error('there is none');
  items[at] = { ...whole, id: known.id, name: known.name };
  return items[at];
}

/** Returns an item whose addresses are relative to the address from which it was read. */
function placed({ parts, boxes, ...item }: SceneItem, base: string): SceneItem {
  const at = (url: string) => new URL(url, base).href;
  return { ...item, parts: parts.map((part) => ({ ...part, url: at(part.url) })), boxes: boxes.map(at) };
}

/** Shows files of a result together in 3D. The reader steps through poses or models, and the table of the scene follows. */
export async function showScene(section: HTMLElement): Promise<void> {
  const view = JSON.parse(section.dataset.scene ?? '{}') as SceneView;
  const stage = make('div', { class: 'stage', tabindex: 0, role: 'application', 'aria-label': view.label });
  const caption = make('output');
  const before = button('←', () => step(-1), { 'aria-label': 'Previous' });
  const after = button('→', () => step(1), { 'aria-label': 'Next' });
  const choice = make('select', { 'aria-label': `${view.label}: file` });
  choice.append(...view.items.map(({ name }, i) => make('option', { value: i }, name)));
  choice.hidden = view.items.length === 1;
  const whole = button('Full screen', () => void stage.requestFullscreen());
  const legend = make('p', { class: 'legend', hidden: true });
  const help = make(
    'p',
    { class: 'quiet' },
    'Drag to turn, Ctrl and the wheel to zoom. Keys in the view: ← and → step, Shift and an arrow turn, + and − zoom, 0 shows all.',
  );
  const controls = make('div', { class: 'controls' }, before, caption, after, choice, whole);
  section.append(make('div', { class: 'viewer' }, stage, legend, controls, help));

  const { createViewer } = await loadLibrary();
  const viewer: GLViewer | null = createViewer(stage, { backgroundAlpha: 0 });
  if (!viewer) {
    caption.textContent = 'This browser does not support WebGL, which the 3D view requires.';
    return;
  }
  // The canvas says nothing to screen readers: the name of the stage and the caption do.
  for (const canvas of stage.querySelectorAll('canvas')) canvas.setAttribute('aria-hidden', 'true');
  scrollPageOverStage(stage);
  moveByKeys(stage, viewer, { step, reset: center });
  // A scene that filled the old size would be cut off or small. The turn of the reader stays.
  new ResizeObserver(() => {
    viewer.resize();
    if (drawn) center();
  }).observe(stage);

  let [item, at, asks] = [0, 0, 0];
  let drawn: Drawn | undefined;
  let table: ShownTable | undefined;
  let values: ResidueValues | undefined;
  let colored: readonly Row[] = [];
  let coloredBy = '';

  choice.addEventListener('change', () => void open(Number(choice.value), 0));
  await open(asked() ?? 0, 0);
  section.addEventListener(SHOW_ITEM, () => void open(asked() ?? item, 0));
  if (view.rows) useTable(view.rows.port, follow);
  if (view.values) useTable(view.values.port, color);

  /** Returns which item the page asks for. */
  function asked(): number | undefined {
    const place = view.items.findIndex(({ id }) => id !== undefined && id === section.dataset.item);
    return place < 0 ? undefined : place;
  }

  async function open(next: number, first: number): Promise<void> {
    item = next;
    choice.value = String(item);
    const asking = ++asks;
    try {
      const wanted = await readItem(view, item);
      const texts = await readScene(wanted);
      // The reader went on to another item while the files of this one were read.
      if (asking !== asks) return;
      drawn = addScene(viewer!, wanted.parts, texts);
    } catch (error) {
      if (asking === asks) caption.textContent = `The structure could not be loaded (${(error as Error).message}).`;
      return;
    }
    at = Math.min(first || (view.items[item]!.first ?? 0), drawn.steps - 1);
    readColors();
    show();
    center();
  }

  /** Shows the ligand with its surroundings, else everything. */
  function center(): void {
    const ligand = drawn?.parts.find(({ part }) => part.look === 'ligand');
    const model = ligand?.models[Math.min(at, ligand.models.length - 1)];
    if (model) viewer!.zoomTo({ model }).zoom(SURROUNDINGS);
    else viewer!.zoomTo();
    viewer!.render();
  }

  /** Goes on to the next step, and after the last one to the next file. */
  function step(by: number): void {
    if (!drawn) return;
    const next = at + by;
    if (next >= 0 && next < drawn.steps) {
      at = next;
      show();
    } else if (view.items.length > 1 && drawn.steps === 1) {
      void open((item + by + view.items.length) % view.items.length, 0);
    } else {
      at = (next + drawn.steps) % drawn.steps;
      show();
    }
  }

  function show(): void {
    // The table of the scene also arrives when no structure could be loaded.
    if (!drawn) return;
    showStep(viewer!, drawn, at, values);
    const counts = countAtoms(drawn, at);
    stage.dataset.atoms = counts.join(' ');
    stage.dataset.step = String(at + 1);
    const index = rowIndex();
    if (index >= 0) table!.mark(index);
    const many = drawn.steps > 1 ? `${at + 1} of ${drawn.steps}` : '';
    const row = table?.rows[index];
    caption.textContent = [many, row ? captionOf(row) : ''].filter(Boolean).join(': ');
    before.hidden = drawn.steps === 1 && view.items.length === 1;
    after.hidden = before.hidden;
    const shapes = view.items[item]!.boxes.length > 0 ? ', box' : '';
    const looks = drawn.parts.map(({ part }) => part.look.replace('_', ' '));
    const atoms = counts.map((count, i) => `${looks[i]} of ${grouped(count)} atoms`);
    stage.setAttribute('aria-label', `${view.label}, ${view.items[item]!.name}: ${atoms.join(', ')}${shapes}`);
  }

  function captionOf(row: Row): string {
    return view.rows!.caption.map((name) => `${titleOf(name)} ${row[name]}`).join(', ');
  }

  /** Returns the heading of a column of the table, else the name of the field. */
  function titleOf(name: string): string {
    return table?.titles.get(name) ?? name.replaceAll('_', ' ');
  }

  /** Returns the position of the row that describes the step; -1 without one. */
  function rowIndex(): number {
    const { number, model } = view.rows ?? {};
    const own = view.items[item]!.number;
    return (table?.rows ?? []).findIndex(
      (row) => (!number || row[number] === own) && (!model || row[model] === at + 1),
    );
  }

  function follow(shown: ShownTable): void {
    table = shown;
    show();
    table.onPick((index) => {
      const { number, model } = view.rows!;
      const row = table!.rows[index]!;
      const wanted = number ? view.items.findIndex((one) => one.number === row[number]) : item;
      const model0 = model ? Number(row[model]) - 1 : 0;
      if (wanted < 0) return;
      if (wanted !== item) return void open(wanted, model0);
      at = model0;
      show();
    });
  }

  function color({ rows, titles }: ShownTable): void {
    colored = rows;
    coloredBy = titles.get(view.values!.field) ?? view.values!.field.replaceAll('_', ' ');
    readColors();
    show();
  }

  function readColors(): void {
    const { name, number, parts } = view.items[item]!;
    values = view.values && readValues(colored, view.values.field, number, name);
    stage.dataset.colored = String(values?.of.size ?? 0);
    if (parts.some(({ look }) => look === 'plddt')) addPlddtLegend(legend);
    else addLegend(legend, values, coloredBy);
  }
}
