import { parseNewick, type TreeNode } from '@rotamer/tools/shared/newick.ts';
import { rootAtBranch, rootAtMidpoint } from '@rotamer/tools/shared/pictures/midpoint.ts';

/** A tree with what its drawing needs of each node, by the node's position. The root is 0, and parents come before their children. */
export interface Tree {
  nodes: TreeNode[];
  children: number[][];
  /** Number of leaves below a node; 1 for a leaf. */
  leaves: number[];
  /** Distance from the root to a node, and to the farthest leaf below the node. */
  depth: number[];
  end: number[];
}

export type LeafOrder = 'as written' | 'large clades first' | 'small clades first';

/** Most nodes that a browser draws; larger trees are downloads. */
const MAX_NODES = 50_000;

/** Reads a Newick tree, rooted at its midpoint. @throws Error for a text without a tree, and for a tree that is too large to draw */
export function readTree(newick: string): Tree {
  const nodes = parseNewick(newick);
  if (nodes.length < 2) throw new Error('it has no branches');
  if (nodes.length > MAX_NODES) throw new Error(`it has more than ${MAX_NODES} nodes`);
  return treeOf(rootAtMidpoint(nodes));
}

/** Returns the tree with its root in the middle of the branch above a node. */
export function reroot({ nodes }: Tree, node: number): Tree {
  return node === 0 ? treeOf(nodes) : treeOf(rootAtBranch(nodes, node));
}

export function treeOf(nodes: TreeNode[]): Tree {
  const children = nodes.map((): number[] => []);
  const depth = nodes.map(() => 0);
  for (const [i, { parent, length }] of nodes.entries()) {
    if (parent < 0) continue;
    children[parent]!.push(i);
    depth[i] = depth[parent]! + length;
  }
  const leaves = children.map(({ length }) => (length === 0 ? 1 : 0));
  const end = [...depth];
  for (let i = nodes.length - 1; i > 0; i--) {
    const { parent } = nodes[i]!;
    leaves[parent]! += leaves[i]!;
    end[parent] = Math.max(end[parent]!, end[i]!);
  }
  return { nodes, children, leaves, depth, end };
}

/** A row of the drawing: a leaf, or a clade that is collapsed. */
export interface Layout {
  rows: number[];
  /** The vertical place of each visible node, in rows. */
  y: Map<number, number>;
}

/** Places the visible nodes. Inner nodes are in the middle between their first and last child. */
export function layOut(tree: Tree, collapsed: ReadonlySet<number>, order: LeafOrder): Layout {
  const rows: number[] = [];
  const visible: number[] = [];
  const waiting = [0];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    visible.push(node);
    const below = collapsed.has(node) ? [] : ordered(tree, node, order);
    if (below.length === 0) rows.push(node);
    waiting.push(...below.toReversed());
  }
  const y = new Map(rows.map((node, i) => [node, i]));
  for (const node of visible.toReversed()) {
    if (y.has(node)) continue;
    const below = ordered(tree, node, order);
    y.set(node, (y.get(below[0]!)! + y.get(below.at(-1)!)!) / 2);
  }
  return { rows, y };
}

function ordered({ children, leaves }: Tree, node: number, order: LeafOrder): number[] {
  const below = children[node]!;
  if (order === 'as written') return below;
  const sign = order === 'large clades first' ? -1 : 1;
  return below.toSorted((a, b) => sign * (leaves[a]! - leaves[b]!) || a - b);
}

/** Returns the children of a node in the order of the drawing; none for a collapsed clade. */
export function shownChildren(tree: Tree, collapsed: ReadonlySet<number>, order: LeafOrder, node: number): number[] {
  return collapsed.has(node) ? [] : ordered(tree, node, order);
}

/** Returns for each node whether it is in a clade. It passes once over the nodes, because a tree may be as deep as it has leaves. */
export function inClade({ nodes }: Tree, clade: number): boolean[] {
  const inside: boolean[] = [];
  for (const [i, { parent }] of nodes.entries()) inside.push(i === clade || inside[parent] === true);
  return inside;
}

/** Returns the leaves of a clade, in the order of the tree. */
export function leavesOf({ children }: Tree, clade: number): number[] {
  const found: number[] = [];
  const waiting = [clade];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (children[node]!.length === 0) found.push(node);
    waiting.push(...children[node]!.toReversed());
  }
  return found;
}

/** Returns the support of the branch above an inner node, such as `98` or `0.97/100`; empty without one. */
export function supportOf({ nodes, children }: Tree, node: number): string {
  const { label } = nodes[node]!;
  return children[node]!.length > 0 && /^[\d.]+(?:\/[\d.]+)*$/.test(label) ? label : '';
}

/** Returns what a clade is called: the name of a leaf, or the number of leaves and the first of them. */
export function nameOf(tree: Tree, node: number): string {
  const count = tree.leaves[node]!;
  if (count === 1) return tree.nodes[node]!.label;
  return `${count} leaves: ${tree.nodes[leavesOf(tree, node)[0]!]!.label}, …`;
}
