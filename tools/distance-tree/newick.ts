import type { TreeNode } from './neighbourJoining.ts';

/** Lengths to six decimals; names with characters that Newick reserves are quoted. */
export function writeNewick(root: TreeNode, names: string[]): string {
  return `${write(root, names)};\n`;
}

/** Recursion is as deep as the tree, which has at most as many levels as leaves. */
function write({ leaf, children }: TreeNode, names: string[]): string {
  if (leaf !== undefined) return label(names[leaf]!);
  return `(${children.map(({ node, length }) => `${write(node, names)}:${Number(length.toFixed(6))}`).join(',')})`;
}

/** An underscore in an unquoted label means a space to strict readers, but nobody expects quotes for it. */
function label(name: string): string {
  return /^[\w.|/*+@#$%&=?!~<>{}^-]+$/.test(name) ? name : `'${name.replaceAll("'", "''")}'`;
}
