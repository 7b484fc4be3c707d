import { safeId } from '../shared/native/safeIds.ts';
import { parseNewick, type TreeNode } from '../shared/newick.ts';
import { quoted } from '../shared/problems.ts';

/** Trees with fewer leaves have only one topology. */
const LEAST_LEAVES = 4;

/** Returns the topology of a Newick tree with safe ids and without lengths, or the problem of the tree. */
export function readConstraint(given: string, names: string[]): { tree: string } | { problem: string } {
  const text = withoutComments(given);
  const plain = text.trim().replace(/'(?:[^']|'')*'/g, 'x');
  if (!/^\([^;]*\)[^(),;]*;$/.test(plain) || !isBalanced(plain))
    return { problem: 'is not a tree in Newick format, which begins with ( and ends with ;' };
  const nodes = parseNewick(text);
  const inner = new Set(nodes.map(({ parent }) => parent));
  const leaves = nodes.filter((_, i) => !inner.has(i)).map(({ label }) => label);
  const indices = new Map(names.map((name, i) => [name, i]));
  const unknown = leaves.find((label) => !indices.has(label));
  if (unknown !== undefined) return { problem: `has the leaf ${quoted(unknown)}, but the alignment has no such row` };
  const again = leaves.find((label, i) => leaves.indexOf(label) < i);
  if (again !== undefined) return { problem: `has the leaf ${quoted(again)} twice` };
  if (leaves.length < LEAST_LEAVES) return { problem: `needs at least ${LEAST_LEAVES} leaves` };
  return { tree: topologyOf(nodes, (label) => safeId(indices.get(label)!)) };
}

/** Children come after their parent, so texts are joined from the last node to the first. */
function topologyOf(nodes: TreeNode[], leafOf: (label: string) => string): string {
  const texts = nodes.map((): string[] => []);
  for (let i = nodes.length - 1; i > 0; i--) {
    const { parent, label } = nodes[i]!;
    texts[parent]!.unshift(texts[i]!.length === 0 ? leafOf(label) : `(${texts[i]!.join(',')})`);
  }
  return `(${texts[0]!.join(',')});`;
}

function isBalanced(text: string): boolean {
  let depth = 0;
  for (const sign of text) {
    if (sign === '(') depth++;
    else if (sign === ')' && --depth < 0) return false;
  }
  return depth === 0;
}

/** Removes comments in square brackets, such as `[&R]` before a tree and the annotation of FigTree. */
const withoutComments = (text: string) =>
  text.replace(/('(?:[^']|'')*')|\[[^\]]*(?:\]|$)/g, (_, label: string | undefined) => label ?? '');
