import { button, copy, grouped, make } from '../elements.ts';
import { drawTree } from './drawTree.ts';
import {
  type Layout,
  type LeafOrder,
  layOut,
  leavesOf,
  nameOf,
  readTree,
  reroot,
  shownChildren,
  supportOf,
  type Tree,
} from './treeModel.ts';

/** Heights of a row, in pixels. Names are written from 8 on. */
const heights = [2, 4, 8, 12, 16, 22];
const orders: LeafOrder[] = ['as written', 'large clades first', 'small clades first'];

const help =
  'Keys in the tree: ↑ and ↓ go to the neighbour, ← to the clade around it, → into the clade, Enter collapses, R puts the root here, L orders the clades, C copies the names, + and − zoom.';

/** Shows a phylogram whose clades the reader collapses, reroots, orders, searches, colours and copies, by mouse or by keyboard. */
export async function showTree(section: HTMLElement): Promise<void> {
  const { url = '', label = 'Tree' } = section.dataset;
  let tree: Tree;
  let written: Tree;
  try {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    written = readTree(await response.text());
    tree = written;
  } catch (error) {
    section.append(make('p', { class: 'quiet' }, `The tree could not be shown: ${(error as Error).message}.`));
    return;
  }
  const collapsed = new Set<number>();
  let order: LeafOrder = 'large clades first';
  let size = tree.leaves[0]! > 300 ? 3 : 4;
  let cursor = 0;
  let layout: Layout;
  let showsSupport = true;

  const status = make('output', {});
  const name = `${label}: ${grouped(tree.leaves[0]!)} leaves`;
  const box = make('div', { class: 'sheet', tabindex: 0, role: 'application', 'aria-label': name });
  const search = make('input', { type: 'search', 'aria-label': 'Find a name', placeholder: 'name' });
  const colored = make('input', {
    'aria-label': 'Colour names that contain',
    placeholder: 'colour names: human, mouse',
    autocomplete: 'off',
  });
  const support = make('input', { type: 'checkbox', checked: true });
  section.append(
    make(
      'div',
      { class: 'table-tools' },
      search,
      button('Find', find),
      colored,
      button('Collapse', collapse),
      button('Root here', rootHere),
      button('Order', reorder),
      button('−', () => zoom(-1), { 'aria-label': 'Smaller' }),
      button('+', () => zoom(1), { 'aria-label': 'Larger' }),
      button('Copy names', copyNames),
      button('As at first', startAgain),
      make('label', { class: 'tick' }, support, ' support'),
      status,
    ),
    box,
    make('p', { class: 'quiet' }, help),
  );
  const text = section.appendChild(textOf());
  draw();

  new ResizeObserver(draw).observe(box);
  colored.addEventListener('input', draw);
  support.addEventListener('change', () => {
    showsSupport = support.checked;
    draw();
  });
  search.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    find();
  });
  box.addEventListener('click', ({ target }) => {
    const node = (target as Element).closest<SVGElement>('[data-node]')?.dataset.node;
    if (node !== undefined) goTo(Number(node));
  });
  box.addEventListener('dblclick', collapse);
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
    if (event.altKey || event.metaKey || event.ctrlKey) return;
    const page = Math.max(1, Math.floor(box.clientHeight / heights[size]!) - 2);
    const keys: Record<string, () => void> = {
      ArrowUp: () => goBy(-1),
      ArrowDown: () => goBy(1),
      PageUp: () => goBy(-page),
      PageDown: () => goBy(page),
      ArrowLeft: () => goTo(Math.max(0, tree.nodes[cursor]!.parent)),
      ArrowRight: () => goTo(shownChildren(tree, collapsed, order, cursor)[0] ?? cursor),
      Home: () => goTo(layout.rows[0]!),
      End: () => goTo(layout.rows.at(-1)!),
      Enter: collapse,
      ' ': collapse,
      r: rootHere,
      l: reorder,
      c: copyNames,
      '+': () => zoom(1),
      '=': () => zoom(1),
      '-': () => zoom(-1),
    };
    const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });

  function draw(): void {
    layout = layOut(tree, collapsed, order);
    const terms = colored.value.split(',').map((term) => term.trim().toLowerCase());
    const svg = drawTree(tree, layout, {
      ...{ collapsed, cursor, terms: terms.filter(Boolean), row: heights[size]!, showsSupport, width: box.clientWidth },
    });
    box.replaceChildren(svg);
  }

  /** Moves the cursor to a node, says which it is, and scrolls until it is in view. */
  function goTo(node: number): void {
    cursor = node;
    draw();
    const at = layout.y.get(node)! * heights[size]!;
    if (at < box.scrollTop + 20 || at > box.scrollTop + box.clientHeight - 40)
      box.scrollTop = at - box.clientHeight / 2;
    const known = supportOf(tree, node);
    const folded = collapsed.has(node) ? ', collapsed' : '';
    say(
      `${nameOf(tree, node)}${folded}, ${Number(tree.depth[node]!.toPrecision(3))} from the root${known && `, support ${known}`}`,
    );
  }

  /** Goes to a neighbouring row, from an inner node to the row next to its middle. */
  function goBy(by: number): void {
    const at = layout.y.get(cursor)!;
    const next = by < 0 ? Math.ceil(at) + by : Math.floor(at) + by;
    goTo(layout.rows[Math.min(layout.rows.length - 1, Math.max(0, next))]!);
  }

  function say(words: string): void {
    status.textContent = words;
  }

  function collapse(): void {
    if (collapsed.has(cursor)) collapsed.delete(cursor);
    else if (tree.children[cursor]!.length > 0 && cursor > 0) collapsed.add(cursor);
    goTo(cursor);
  }

  function rootHere(): void {
    if (cursor === 0) return;
    const leaf = tree.nodes[leavesOf(tree, cursor)[0]!]!.label;
    tree = reroot(tree, cursor);
    // Nodes have other positions now.
    collapsed.clear();
    let own = tree.nodes.findIndex(({ label: known }) => known === leaf);
    while (tree.nodes[own]!.parent > 0) own = tree.nodes[own]!.parent;
    goTo(own);
    say(`The root is beside ${leaf}`);
    listAgain();
  }

  function reorder(): void {
    order = orders[(orders.indexOf(order) + 1) % orders.length]!;
    goTo(cursor);
    say(`Clades: ${order}`);
  }

  function zoom(by: number): void {
    size = Math.min(heights.length - 1, Math.max(0, size + by));
    goTo(cursor);
  }

  function startAgain(): void {
    tree = written;
    collapsed.clear();
    order = 'large clades first';
    goTo(0);
    listAgain();
  }

  function copyNames(): void {
    const names = leavesOf(tree, cursor).map((leaf) => tree.nodes[leaf]!.label);
    void copy(`${names.join('\n')}\n`, status, `${names.length} ${names.length === 1 ? 'name' : 'names'} copied`);
  }

  function find(): void {
    const wanted = search.value.trim().toLowerCase();
    const hits = leavesOf(tree, 0).filter((leaf) => wanted && tree.nodes[leaf]!.label.toLowerCase().includes(wanted));
    const next = hits[(hits.indexOf(cursor) + 1) % hits.length];
    if (next === undefined) {
      say(`No name contains “${search.value}”.`);
      return;
    }
    for (let node = tree.nodes[next]!.parent; node >= 0; node = tree.nodes[node]!.parent) collapsed.delete(node);
    goTo(next);
    say(`${tree.nodes[next]!.label}, ${hits.indexOf(next) + 1} of ${hits.length}`);
  }

  function listAgain(): void {
    text.querySelector('table')?.replaceChildren(...rowsOf());
  }

  function rowsOf(): HTMLElement[] {
    const head = make(
      'thead',
      {},
      make('tr', {}, make('th', { scope: 'col' }, 'Leaf'), make('th', { scope: 'col' }, 'Distance from the root')),
    );
    const lines = leavesOf(tree, 0).map((leaf) =>
      make(
        'tr',
        {},
        make('th', { scope: 'row' }, tree.nodes[leaf]!.label),
        make('td', { class: 'number' }, String(Number(tree.depth[leaf]!.toPrecision(5)))),
      ),
    );
    return [head, make('tbody', {}, ...lines)];
  }

  /** The leaves as a table, which is made when the reader opens it. */
  function textOf(): HTMLDetailsElement {
    const details = make('details', {}, make('summary', {}, 'As text'));
    const region = { class: 'scroll tall', tabindex: 0, role: 'region', 'aria-label': 'Leaves of the tree' };
    details.addEventListener('toggle', () => details.append(make('div', region, make('table', {}, ...rowsOf()))), {
      once: true,
    });
    return details;
  }
}
