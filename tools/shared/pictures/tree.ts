import { ticks } from 'd3-array';
import { parseNewick, type TreeNode } from '../newick.ts';
import { scaleOf } from './axes.ts';
import { rootAtMidpoint, rootAtOutgroup } from './midpoint.ts';
import { colors, drawPicture, halo, label, short, shortened, TITLE_HEIGHT, tag } from './svg.ts';

/** Maximum number of rows. In larger trees some clades are drawn as triangles. */
const MAX_TIPS = 100;

/** Support values are written only in trees with at most this many rows. */
const MAX_TIPS_WITH_SUPPORT = 60;

const [LEFT, RIGHT, WIDTH] = [24, 560, 800];

/** A picture is as wide as its names require, up to this width. Longer names are cut. */
const MAX_WIDTH = 1400;

/** Width in pixels of a character of a name, and of a support value. Most characters are narrower. */
const [CHARACTER, DIGIT] = [6.6, 5.2];

interface Drawn {
  node: TreeNode;
  children: number[];
  leaves: number;
  /** Distance from the root to the node, and to its farthest leaf. */
  depth: number;
  end: number;
  /** Name of the first leaf below the node. */
  name: string;
}

export interface TreeCaption {
  title: string;
  /** Unit of branch lengths. */
  unit: string;
  /** Meaning of the numbers at branches, e.g. `ultrafast bootstrap (%)`. */
  support?: string;
  /** Leaves next to which the tree is rooted, instead of at its midpoint. */
  outgroup?: string[];
}

/** Draws a Newick tree as a phylogram, rooted at its outgroup or at its midpoint. */
export function treePicture(newick: string, { title, unit, support, outgroup = [] }: TreeCaption): string {
  const read = parseNewick(newick);
  const atOutgroup = outgroup.length > 0 ? rootAtOutgroup(read, outgroup) : undefined;
  const root = atOutgroup ? 'its outgroup' : 'its midpoint';
  const nodes = measured(atOutgroup ?? rootAtMidpoint(read));
  const { tips, open, leftOut } = tipsOf(nodes);
  const row = tips.length > MAX_TIPS_WITH_SUPPORT ? 13 : 17;
  const top = TITLE_HEIGHT + 16;
  const x = scaleOf([0, nodes[0]!.end], LEFT, RIGHT);
  const y = rowsOf(nodes, tips, open, (i) => top + i * row);
  const height = top + tips.length * row + 34;
  const branches = [...y.keys()]
    .filter((i) => i > 0)
    .map((i) => {
      const parent = nodes[i]!.node.parent;
      return `M${short(x(nodes[parent]!.depth))} ${short(y.get(parent)!)}V${short(y.get(i)!)}H${short(x(nodes[i]!.depth))}`;
    });
  const triangles = tips
    .filter((i) => nodes[i]!.children.length > 0)
    .map((i) => {
      const [from, to, at] = [x(nodes[i]!.depth), x(nodes[i]!.end), y.get(i)!];
      return `M${short(from)} ${short(at)}L${short(to)} ${short(at - row * 0.4)}v${short(row * 0.8)}z`;
    });
  const leaves = nodes[0]!.leaves;
  const names = tips.map((i) => ({ i, at: x(nodes[i]!.end) + 6, name: tipLabel(nodes[i]!) }));
  const needed = Math.max(...names.map(({ at, name }) => at + name.length * CHARACTER + 10));
  const width = Math.ceil(Math.min(MAX_WIDTH, Math.max(WIDTH, needed)));
  const values = tips.length > MAX_TIPS_WITH_SUPPORT ? { written: [], missing: 0 } : supports(nodes, open, x, y);
  return drawPicture(
    {
      width,
      height,
      title,
      description: `Tree of ${leaves} leaves. Branch lengths are ${unit}.`,
      note: noteOf({
        root: `Rooted at ${root}.`,
        support: values.written.length > 0 ? support : undefined,
        missing: values.missing,
        triangles: triangles.length,
        leftOut,
      }),
    },
    [
      tag('path', {
        d: branches.join(''),
        stroke: colors.ink,
        'stroke-width': 1.2,
        'stroke-linecap': 'square',
        fill: 'none',
      }),
      ...(triangles.length > 0 ? [tag('path', { d: triangles.join(''), fill: colors.sky })] : []),
      ...names.map(({ i, at, name }) =>
        label(at, y.get(i)! + 4, shortened(name, Math.floor((width - 10 - at) / CHARACTER + 0.01))),
      ),
      ...(values.written.length === 0
        ? []
        : [tag('g', { 'font-size': 9, fill: colors.quiet, 'text-anchor': 'end', ...halo }, values.written)]),
      ...scaleBar(nodes[0]!.end, unit, height - 14, x),
    ],
  );
}

const tipLabel = ({ children, leaves, name }: Drawn): string =>
  children.length === 0 ? name : `${leaves} leaves: ${shortened(name, 18)}, …`;

function noteOf(of: { root: string; support?: string; missing: number; triangles: number; leftOut: number }): string {
  const notes = [
    of.root,
    ...(of.support ? [`Numbers at branches: ${of.support}.`] : []),
    ...(of.missing > 0
      ? [`${of.missing} ${of.missing === 1 ? 'number is' : 'numbers are'} not written: too short a branch.`]
      : []),
    ...(of.triangles > 0
      ? ['Triangles are collapsed clades; their width shows the distance to the farthest leaf.']
      : []),
    ...(of.leftOut > 0 ? [`${of.leftOut} branches of the root are left out.`] : []),
  ];
  return notes.join(' ');
}

/**
 * Computes leaves and distances of all nodes. Children with more leaves come first; a clade is named after its first
 * leaf.
 */
function measured(nodes: TreeNode[]): Drawn[] {
  const drawn = nodes.map((node): Drawn => ({ node, children: [], leaves: 0, depth: 0, end: 0, name: node.label }));
  for (const [i, one] of drawn.entries()) {
    const parent = drawn[one.node.parent];
    if (!parent) continue;
    parent.children.push(i);
    one.depth = parent.depth + one.node.length;
  }
  for (const one of drawn.toReversed()) {
    one.leaves ||= 1;
    one.end = Math.max(one.end, one.depth);
    const parent = drawn[one.node.parent];
    if (!parent) continue;
    parent.leaves += one.leaves;
    parent.end = Math.max(parent.end, one.end);
  }
  for (const one of drawn) one.children.sort((a, b) => drawn[b]!.leaves - drawn[a]!.leaves || a - b);
  for (const one of drawn.toReversed()) if (one.children.length > 0) one.name = drawn[one.children[0]!]!.name;
  return drawn;
}

/** Expands the largest clades until all rows are used. `open` has the nodes whose children are drawn. */
function tipsOf(nodes: Drawn[]) {
  const first = nodes[0]!.children.slice(0, MAX_TIPS);
  const open = new Map([[0, first]]);
  let tips = first.length === 0 ? [0] : first;
  for (;;) {
    const room = MAX_TIPS - tips.length;
    const closed = tips.filter((i) => nodes[i]!.children.length > 0 && nodes[i]!.children.length - 1 <= room);
    if (closed.length === 0) break;
    const largest = closed.reduce((best, i) => (nodes[i]!.leaves > nodes[best]!.leaves ? i : best));
    open.set(largest, nodes[largest]!.children);
    tips = tips.flatMap((i) => (i === largest ? nodes[i]!.children : [i]));
  }
  return { tips, open, leftOut: nodes[0]!.children.length - first.length };
}

/** Returns the rows of the nodes. Inner nodes are in the middle between their first and last child. */
function rowsOf(nodes: Drawn[], tips: number[], open: Map<number, number[]>, rowAt: (i: number) => number) {
  const y = new Map(tips.map((node, i) => [node, rowAt(i)]));
  for (let i = nodes.length - 1; i >= 0; i--) {
    const children = open.get(i);
    if (children && children.length > 0) y.set(i, (y.get(children[0]!)! + y.get(children.at(-1)!)!) / 2);
  }
  return y;
}

/**
 * Returns the support values of branches that have room. Values at branches without length would overlap each other.
 */
function supports(nodes: Drawn[], open: Map<number, number[]>, x: (depth: number) => number, y: Map<number, number>) {
  const known = [...open.keys()].filter((i) => i > 0 && /^[\d.]+(?:\/[\d.]+)*$/.test(nodes[i]!.node.label));
  const taken: { left: number; right: number; y: number }[] = [];
  const written: string[] = [];
  for (const i of known) {
    const words = nodes[i]!.node.label.split('/').map(rounded).join('/');
    const place = { right: x(nodes[i]!.depth) - 3, y: y.get(i)! - 3, left: 0 };
    place.left = place.right - words.length * DIGIT;
    const isFree = taken.every(
      (other) => Math.abs(other.y - place.y) > 9 || other.left > place.right || other.right < place.left,
    );
    const branch = x(nodes[i]!.depth) - x(nodes[nodes[i]!.node.parent]!.depth);
    if (branch < 1 || place.left < 2 || !isFree) continue;
    taken.push(place);
    written.push(label(place.right, place.y, words));
  }
  return { written, missing: known.length - written.length };
}

const rounded = (value: string): string => short(Number(value));

/** Draws a scale bar with a round length, at most a quarter of the tree's depth. */
function scaleBar(end: number, unit: string, y: number, x: (depth: number) => number): string[] {
  const length = ticks(0, end / 4, 2).at(-1) ?? 0;
  if (!(length > 0)) return [];
  return [
    tag('path', { d: `M${LEFT} ${y}H${short(x(length))}`, stroke: colors.ink, 'stroke-width': 1.5 }),
    label(x(length) + 8, y + 4, `${length} ${unit}`, { fill: colors.quiet }),
  ];
}
