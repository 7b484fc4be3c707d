import { newickLabel } from '../shared/newickLabel.ts';
import type { TreeNode } from './neighbourJoining.ts';

/** Lengths to six decimals, support behind inner nodes; names with characters that Newick reserves are quoted. */
export function writeNewick(root: TreeNode, names: string[]): string {
  return `${write(root, names)};\n`;
}

/** Recursion is as deep as the tree, which has at most as many levels as leaves. */
function write({ leaf, children, support }: TreeNode, names: string[]): string {
  if (leaf !== undefined) return newickLabel(names[leaf]!);
  const parts = children.map(({ node, length }) => `${write(node, names)}:${Number(length.toFixed(6))}`);
  return `(${parts.join(',')})${support ?? ''}`;
}
