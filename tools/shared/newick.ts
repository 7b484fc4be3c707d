/** A node of a tree. In a list of nodes the root is first, and parents come before their children. */
export interface TreeNode {
  parent: number;
  label: string;
  /** Length of the branch to the parent. */
  length: number;
}

/**
 * Returns the nodes of a Newick tree. Labels may be quoted; comments are not supported. It does not recurse, because a
 * tree may be as deep as it has leaves.
 */
export function parseNewick(text: string): TreeNode[] {
  const nodes: TreeNode[] = [{ parent: -1, label: '', length: 0 }];
  const tokens = text.matchAll(/'((?:[^']|'')*)'|([(),:;])|([^\s'(),:;]+)/g);
  let at = 0;
  let isLength = false;
  const childOf = (parent: number) => nodes.push({ parent, label: '', length: 0 }) - 1;
  for (const [, quoted, sign, word] of tokens) {
    if (sign === '(') at = childOf(at);
    else if (sign === ',') at = childOf(nodes[at]!.parent);
    else if (sign === ')') at = nodes[at]!.parent;
    else if (sign === undefined && isLength) nodes[at]!.length = Math.max(0, Number(word) || 0);
    else if (sign === undefined) nodes[at]!.label = quoted?.replaceAll("''", "'") ?? word!;
    isLength = sign === ':';
  }
  return nodes;
}
