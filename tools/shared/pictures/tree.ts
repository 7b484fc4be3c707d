import { ticks } from 'd3-array';
import { scaleOf } from './axes.ts';
import { rootAtMidpoint } from './midpoint.ts';
import { parseNewick, type TreeNode } from './newick.ts';
import { colors, drawPicture, halo, label, short, shortened, TITLE_HEIGHT, tag } from './svg.ts';

/** Rows of a picture; larger trees have clades drawn as triangles. */
const MAX_TIPS = 100;

/** Support values are only written where there is room. */
const MAX_TIPS_WITH_SUPPORT = 60;

const [LEFT, RIGHT, WIDTH] = [24, 560, 800];
const MAX_NAME = 36;

interface Drawn {
  node: TreeNode;
  children: number[];
  leaves: number;
  /** Distance from the root, of the node and of its farthest leaf. */
  depth: number;
  end: number;
  /** The first leaf below it. */
  name: string;
}

/** A phylogram of a Newick tree, rooted at its midpoint. `unit`: what branch lengths count. */
export function treePicture(newick: string, { title, unit }: { title: string; unit: string }): string {
  const nodes = measured(rootAtMidpoint(parseNewick(newick)));
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
  return drawPicture(
    {
      width: WIDTH,
      height,
      title,
      description: `Tree of ${leaves} leaves, rooted at its midpoint. Branch lengths are ${unit}.`,
      note: noteOf(triangles.length, leftOut),
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
      ...tips.map((i) => label(x(nodes[i]!.end) + 6, y.get(i)! + 4, tipLabel(nodes[i]!))),
      ...(tips.length > MAX_TIPS_WITH_SUPPORT ? [] : supports(nodes, open, x, y)),
      ...scaleBar(nodes[0]!.end, unit, height - 14, x),
    ],
  );
}

const tipLabel = ({ children, leaves, name }: Drawn): string =>
  children.length === 0 ? shortened(name, MAX_NAME) : `${leaves} leaves: ${shortened(name, 18)}, …`;

function noteOf(triangles: number, leftOut: number): string | undefined {
  const notes = [
    ...(triangles > 0 ? ['A triangle is a clade, as wide as its leaves are far.'] : []),
    ...(leftOut > 0 ? [`${leftOut} branches of the root are left out.`] : []),
  ];
  return notes.join(' ') || undefined;
}

/** Children with more leaves come first; the name of a clade is that of its first leaf. */
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

/** Opens the largest clades until the rows are used up. `open`: the nodes whose children are drawn. */
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

/** Tips are in rows, inner nodes in the middle of their first and last child. */
function rowsOf(nodes: Drawn[], tips: number[], open: Map<number, number[]>, rowAt: (i: number) => number) {
  const y = new Map(tips.map((node, i) => [node, rowAt(i)]));
  for (let i = nodes.length - 1; i >= 0; i--) {
    const children = open.get(i);
    if (children && children.length > 0) y.set(i, (y.get(children[0]!)! + y.get(children.at(-1)!)!) / 2);
  }
  return y;
}

function supports(nodes: Drawn[], open: Map<number, number[]>, x: (depth: number) => number, y: Map<number, number>) {
  const known = [...open.keys()].filter((i) => i > 0 && /^[\d.]+$/.test(nodes[i]!.node.label));
  const written = known.map((i) => label(x(nodes[i]!.depth) - 3, y.get(i)! - 3, short(Number(nodes[i]!.node.label))));
  return written.length === 0
    ? []
    : [tag('g', { 'font-size': 9, fill: colors.quiet, 'text-anchor': 'end', ...halo }, written)];
}

/** A round length of at most a quarter of the tree. */
function scaleBar(end: number, unit: string, y: number, x: (depth: number) => number): string[] {
  const length = ticks(0, end / 4, 2).at(-1) ?? 0;
  if (!(length > 0)) return [];
  return [
    tag('path', { d: `M${LEFT} ${y}H${short(x(length))}`, stroke: colors.ink, 'stroke-width': 1.5 }),
    label(x(length) + 8, y + 4, `${length} ${unit}`, { fill: colors.quiet }),
  ];
}
