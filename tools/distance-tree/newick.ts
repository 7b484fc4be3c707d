import { newickLabel } from '../shared/newickLabel.ts';
import type { TreeNode } from './neighbourJoining.ts';

/**
 * Writes a tree with lengths to six decimals, and support after inner nodes. Names with characters that Newick reserves
 * are quoted.
 */
export function writeNewick(root: TreeNode, names: string[]): string {
  return `${write(root, names)};\n`;
}

/** Recursion is safe: the tree is at most as deep as it has leaves. */
function write({ leaf, children, support }: TreeNode, names: string[]): string {
  if (leaf !== undefined) return newickLabel(names[leaf]!);
  const parts = children.map(({ node, length }) => `${write(node, names)}:${Number(length.toFixed(6))}`);
  return `(${parts.join(',')})${support ?? ''}`;
}
