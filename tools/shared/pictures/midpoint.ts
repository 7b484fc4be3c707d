import type { TreeNode } from '../newick.ts';

/** A branch of an unrooted tree. */
interface Branch {
  to: number;
  length: number;
  /** Support of the branch, if the tree has it. */
  label: string;
}

/**
 * Returns the tree with its root halfway between the two leaves that are farthest from each other: Farris, Am. Nat.
 * 106:645-668 (1972). Labels of inner nodes are support values, and stay with their branches.
 */
export function rootAtMidpoint(nodes: TreeNode[]): TreeNode[] {
  const branches = branchesOf(nodes);
  const first = distancesFrom(branches, farthest(distancesFrom(branches, 0)));
  const end = farthest(first);
  const half = first.distance[end]! / 2;
  if (!(half > 0)) return nodes;
  let at = end;
  while (first.distance[first.before[at]!]! > half) at = first.before[at]!;
  return rooted(nodes, branches, [at, first.before[at]!], first.distance[at]! - half);
}

/**
 * Returns the tree with its root in the middle of the branch between the leaves with these names and all other leaves.
 * Returns undefined when the named leaves are not a clade, or are all leaves.
 */
export function rootAtOutgroup(nodes: TreeNode[], outgroup: string[]): TreeNode[] | undefined {
  const inner = new Set(nodes.map(({ parent }) => parent));
  const wanted = new Set(outgroup);
  const below = nodes.map(({ label }, i) => ({
    leaves: inner.has(i) ? 0 : 1,
    ours: inner.has(i) || !wanted.has(label) ? 0 : 1,
  }));
  for (let i = nodes.length - 1; i > 0; i--) {
    const [one, parent] = [below[i]!, below[nodes[i]!.parent]!];
    parent.leaves += one.leaves;
    parent.ours += one.ours;
  }
  const all = below[0]!;
  if (all.ours === 0 || all.ours === all.leaves) return undefined;
  const isSplit = ({ leaves, ours }: (typeof below)[number]) =>
    (ours === all.ours && leaves === ours) || (ours === 0 && leaves === all.leaves - all.ours);
  const at = below.findIndex((one, i) => i > 0 && isSplit(one));
  if (at < 0) return undefined;
  const branches = branchesOf(nodes);
  return rooted(nodes, branches, [at, nodes[at]!.parent], nodes[at]!.length / 2);
}

/** Returns the tree with its root in the middle of the branch above a node other than the root. */
export function rootAtBranch(nodes: TreeNode[], node: number): TreeNode[] {
  return rooted(nodes, branchesOf(nodes), [node, nodes[node]!.parent], nodes[node]!.length / 2);
}

function branchesOf(nodes: TreeNode[]): Branch[][] {
  const branches = nodes.map((): Branch[] => []);
  const inner = new Set(nodes.map(({ parent }) => parent));
  for (const [i, { parent, label, length }] of nodes.entries()) {
    if (parent < 0) continue;
    const support = inner.has(i) ? label : '';
    branches[i]!.push({ to: parent, length, label: support });
    branches[parent]!.push({ to: i, length, label: support });
  }
  return branches;
}

function distancesFrom(branches: Branch[][], start: number) {
  const distance = branches.map(() => -1);
  const before = branches.map(() => -1);
  distance[start] = 0;
  const order = [start];
  for (const node of order)
    for (const { to, length } of branches[node]!) {
      if (distance[to]! >= 0) continue;
      distance[to] = distance[node]! + length;
      before[to] = node;
      order.push(to);
    }
  return { distance, before };
}

const farthest = ({ distance }: { distance: number[] }): number =>
  distance.reduce((best, value, i) => (value > distance[best]! ? i : best), 0);

/**
 * Returns the tree with a new root on a branch. `length` is the distance from the first end of the branch to the root.
 */
function rooted(nodes: TreeNode[], branches: Branch[][], ends: [number, number], length: number): TreeNode[] {
  const split = branches[ends[0]]!.find(({ to }) => to === ends[1])!;
  const made: TreeNode[] = [{ parent: -1, label: '', length: 0 }];
  const rest = split.length - length;
  const waiting = [
    { node: ends[1], from: ends[0], parent: 0, length: rest, label: split.label },
    { node: ends[0], from: ends[1], parent: 0, length, label: split.label },
  ];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, from } = next;
    const children = branches[node]!.filter(({ to }) => to !== from);
    const isLeaf = children.length === 0;
    const label = isLeaf ? nodes[node]!.label : next.label;
    // When the midpoint falls on a node, that node becomes the root.
    const isRoot = node === ends[1] && rest < 1e-9 * split.length && !isLeaf;
    const index = isRoot ? 0 : made.push({ parent: next.parent, label, length: next.length }) - 1;
    for (const child of children.toReversed())
      waiting.push({ node: child.to, from: node, parent: index, length: child.length, label: child.label });
  }
  return withoutKnees(made);
}

/** Removes the old root if it had two children: it now has one child, and is only a bend in a branch. */
function withoutKnees(nodes: TreeNode[]): TreeNode[] {
  const children = new Uint32Array(nodes.length);
  for (const { parent } of nodes) if (parent >= 0) children[parent]!++;
  const knee = children.findIndex((count, i) => i > 0 && count === 1);
  if (knee < 0) return nodes;
  const only = nodes.findIndex((node) => node.parent === knee);
  const { parent, length } = nodes[knee]!;
  const joined = nodes.map((node, i) => (i === only ? { ...node, parent, length: node.length + length } : node));
  return joined
    .filter((_, i) => i !== knee)
    .map((node) => (node.parent > knee ? { ...node, parent: node.parent - 1 } : node));
}
