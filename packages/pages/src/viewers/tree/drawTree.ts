import { inClade, type Layout, nameOf, supportOf, type Tree } from './treeModel.ts';

export interface TreeLook {
  collapsed: ReadonlySet<number>;
  cursor: number;
  /** Names that contain one of these texts, in lower case, have a colour. */
  terms: string[];
  /** Height of a row, in pixels. */
  row: number;
  showsSupport: boolean;
  width: number;
}

/** Rows from which on names are written. */
const NAMED = 8;
const [LEFT, TOP, BOTTOM] = [16, 14, 36];

/** Width of a character of a name, and of the longest name that is not cut, in pixels. */
const [CHARACTER, MAX_NAME] = [6.4, 34];

/** Colours of Okabe and Ito that are readable on light and on dark paper. */
const termColors = ['#d55e00', '#0072b2', '#009e73', '#cc79a7', '#a67c00', '#3a9bd9'];

/** Draws a tree as a phylogram: branches as long as their lengths, triangles for collapsed clades. */
export function drawTree(tree: Tree, layout: Layout, look: TreeLook): SVGSVGElement {
  const { rows, y } = layout;
  const { row, width, cursor, collapsed } = look;
  const isNamed = row >= NAMED;
  const longest = isNamed ? Math.max(...rows.map((node) => Math.min(MAX_NAME, nameOf(tree, node).length))) : 2;
  const right = Math.max(width * 0.35, width - LEFT - longest * CHARACTER - 16);
  const deepest = tree.end[0]! || 1;
  const x = (distance: number) => LEFT + (distance / deepest) * (right - LEFT);
  const at = (node: number) => TOP + (y.get(node)! + 0.5) * row;
  const height = TOP + rows.length * row + BOTTOM;
  const svg = shape('svg', { width, height, viewBox: `0 0 ${width} ${height}`, 'aria-hidden': 'true' });
  const lines: string[] = [];
  for (const node of y.keys()) {
    const { parent } = tree.nodes[node]!;
    if (parent < 0) continue;
    lines.push(
      `M${short(x(tree.depth[parent]!))} ${short(at(parent))}V${short(at(node))}H${short(x(tree.depth[node]!))}`,
    );
  }
  svg.append(shape('path', { d: lines.join(''), class: 'branches' }), cursorOf(tree, layout, look, x));
  for (const node of rows) {
    if (collapsed.has(node)) svg.append(triangle(x(tree.depth[node]!), x(tree.end[node]!), at(node), row, node));
    if (!isNamed) continue;
    const name = nameOf(tree, node);
    const term = look.terms.findIndex((one) => name.toLowerCase().includes(one));
    const label = shape('text', {
      ...{ x: short(x(tree.end[node]!) + 6), y: short(at(node) + 4), 'data-node': node },
      'font-size': Math.min(13, row * 0.85),
      ...(term >= 0 && { fill: termColors[term % termColors.length], 'font-weight': 700 }),
      ...(node === cursor && { class: 'current' }),
    });
    label.textContent = name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1)}…` : name;
    svg.append(label);
  }
  const tips = new Set(rows);
  for (const node of y.keys())
    if (!tips.has(node) || collapsed.has(node)) svg.append(knot(x(tree.depth[node]!), at(node), node));
  if (look.showsSupport && isNamed) svg.append(...supports(tree, y, x, at));
  svg.append(...scaleBar(deepest, x, height));
  return svg;
}

const short = (value: number): string => String(Math.round(value * 10) / 10);

function shape(tag: string, attributes: Record<string, string | number | undefined>): SVGSVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag) as SVGSVGElement;
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined) made.setAttribute(name, String(value));
  return made;
}

/** Marks the clade of the cursor. */
function cursorOf(tree: Tree, { rows, y }: Layout, { cursor, row }: TreeLook, x: (distance: number) => number) {
  const inside = inClade(tree, cursor);
  const own = rows.filter((node) => inside[node]);
  const first = own[0] ?? cursor;
  const last = own.at(-1) ?? cursor;
  const top = TOP + y.get(first)! * row;
  const left = x(tree.depth[cursor]!);
  const bottom = top + (y.get(last)! - y.get(first)! + 1) * row;
  const d = `M${short(left)} ${short(top)}H${short(x(tree.end[cursor]!) + 4)}V${short(bottom)}H${short(left)}z`;
  return shape('path', { class: 'cursor', d });
}

function triangle(from: number, to: number, y: number, row: number, node: number) {
  const half = row * 0.4;
  const d = `M${short(from)} ${short(y)}L${short(Math.max(to, from + 8))} ${short(y - half)}v${short(2 * half)}z`;
  return shape('path', { d, class: 'folded', 'data-node': node });
}

/** A place to click on: the inner node. */
const knot = (x: number, y: number, node: number) =>
  shape('circle', { cx: short(x), cy: short(y), r: 4, class: 'knot', 'data-node': node });

function supports(tree: Tree, y: Layout['y'], x: (distance: number) => number, at: (node: number) => number) {
  return [...y.keys()].flatMap((node) => {
    const support = supportOf(tree, node);
    const { parent } = tree.nodes[node]!;
    if (!support || parent < 0) return [];
    const room = x(tree.depth[node]!) - x(tree.depth[parent]!);
    const words = support
      .split('/')
      .map((value) => short(Number(value)))
      .join('/');
    if (room < words.length * 4.5) return [];
    const label = shape('text', { x: short(x(tree.depth[node]!) - 3), y: short(at(node) - 3), class: 'support' });
    label.textContent = words;
    return [label];
  });
}

/** A bar with a round length, at most a quarter of the tree's depth. */
function scaleBar(deepest: number, x: (distance: number) => number, height: number) {
  const length = roundLength(deepest / 4);
  const label = shape('text', { x: short(x(length) + 6), y: height - 8, class: 'support start' });
  label.textContent = String(length);
  return [shape('path', { d: `M${LEFT} ${height - 12}H${short(x(length))}`, class: 'branches' }), label];
}

/** Returns the largest length of 1, 2 or 5 times a power of ten that is not longer. */
function roundLength(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most));
  return Number((([5, 2].find((factor) => factor * power <= most) ?? 1) * power).toPrecision(1));
}
