import { countPair } from '../shared/msa/pairCounts.ts';
import { goOn } from '../shared/pause.ts';
import { type Distance, modelOf } from './models.ts';
import { neighbourJoining, type TreeNode } from './neighbourJoining.ts';

/** The settings of the bootstrap. */
export interface Resampling {
  replicates: number;
  seed: number;
}

/**
 * Bootstrap of Felsenstein, Evolution 39:783-791 (1985): builds trees from columns drawn with replacement. Writes into
 * each inner node of `tree` the percentage of replicates that have its split. When a distance is infinite in a
 * replicate, the largest finite distance of the replicate is used.
 *
 * @returns the number of replicates done before `signal` stopped it; without replicates `tree` does not change
 */
export async function bootstrap(
  tree: TreeNode,
  rows: Uint8Array[],
  name: Distance,
  { replicates, seed }: Resampling,
  signal: AbortSignal,
  progress: (done: number) => void,
): Promise<number> {
  const found = new Map<string, number>();
  const random = mulberry32(seed);
  let done = 0;
  while (done < replicates && (await goOn(signal))) {
    const replicate = neighbourJoining(resampled(rows, name, random));
    for (const split of splitsOf(replicate, rows.length).values()) found.set(split, (found.get(split) ?? 0) + 1);
    progress(++done);
  }
  if (done === 0) return 0;
  for (const [node, split] of splitsOf(tree, rows.length))
    node.support = Math.round((100 * (found.get(split) ?? 0)) / done);
  return done;
}

function resampled(rows: Uint8Array[], name: Distance, random: () => number): Float64Array[] {
  const columns = rows[0]!.length;
  const weights = new Uint16Array(columns);
  for (let i = 0; i < columns; i++) weights[Math.floor(random() * columns)]!++;
  const matrix = rows.map(() => new Float64Array(rows.length));
  let largest = 0;
  for (let i = 0; i < rows.length; i++)
    for (let j = i + 1; j < rows.length; j++) {
      const distance = Math.abs(modelOf(name).distance(countPair(rows[i]!, rows[j]!, weights)));
      if (Number.isFinite(distance)) largest = Math.max(largest, distance);
      matrix[i]![j] = matrix[j]![i] = distance;
    }
  for (const row of matrix) for (let j = 0; j < row.length; j++) if (!Number.isFinite(row[j]!)) row[j] = largest;
  return matrix;
}

/** Returns the split of each inner branch: the leaves on the side without leaf 0, one bit each. */
function splitsOf(root: TreeNode, leaves: number): Map<TreeNode, string> {
  const splits = new Map<TreeNode, string>();
  const words = Math.ceil(leaves / 16);
  const visit = (node: TreeNode): Uint16Array => {
    const bits = new Uint16Array(words);
    if (node.leaf !== undefined) bits[node.leaf >> 4]! |= 1 << (node.leaf & 15);
    for (const { node: child } of node.children) {
      const below = visit(child);
      for (let i = 0; i < words; i++) bits[i]! |= below[i]!;
    }
    if (node !== root && node.leaf === undefined) splits.set(node, keyOf(bits, leaves));
    return bits;
  };
  visit(root);
  return splits;
}

function keyOf(bits: Uint16Array, leaves: number): string {
  if ((bits[0]! & 1) === 0) return String.fromCharCode(...bits);
  const others = bits.map(
    (word, i) => ~word & (i < bits.length - 1 || leaves % 16 === 0 ? 0xffff : (1 << (leaves % 16)) - 1),
  );
  return String.fromCharCode(...others);
}

/** Returns numbers from 0 to 1 that depend only on the seed: mulberry32 by Tommy Ettinger (public domain). */
function mulberry32(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
