/** A tree as a list of nodes; parents come before their children, the root first. */
export interface TreeNode {
  parent: number;
  label: string;
  /** Of the branch to the parent. */
  length: number;
}

/** The nodes of a Newick tree. Labels may be quoted; comments are not read. Without recursion: trees may be as deep as they have leaves. */
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
