/** A node of a tree. A leaf has a number, an inner node has children. */
export interface TreeNode {
  leaf?: number;
  /** Support of an inner node: the percentage of replicates that have its split. */
  support?: number;
  children: { node: TreeNode; length: number }[];
}

/**
 * Neighbour joining of Saitou and Nei, Mol. Biol. Evol. 4:406-425 (1987), with the criterion of Studier and Keppler,
 * 5:729-731 (1988). The first of equal pairs is joined. A negative branch becomes 0 and its length is added to the
 * sister branch, so that their distance does not change (Kuhner and Felsenstein, 11:459-468, 1994). The time grows with
 * the cube of the number of leaves.
 *
 * @param matrix symmetric distances of at least three leaves; it is changed
 *
 * @returns the unrooted tree as a node with three children
 */
export function neighbourJoining(matrix: Float64Array[]): TreeNode {
  const nodes: TreeNode[] = matrix.map((_, leaf) => ({ leaf, children: [] }));
  const active = [...matrix.keys()];
  const sums = new Float64Array(matrix.length);
  for (const i of active) for (const j of active) sums[i]! += matrix[i]![j]!;

  while (active.length > 3) {
    const [i, j] = closest(active, matrix, sums);
    const distance = matrix[i]![j]!;
    const first = distance / 2 + (sums[i]! - sums[j]!) / (2 * (active.length - 2));
    const [a, b] = notNegative(first, distance - first);
    nodes[i] = {
      children: [
        { node: nodes[i]!, length: a },
        { node: nodes[j]!, length: b },
      ],
    };
    active.splice(active.indexOf(j), 1);
    sums[i] = 0;
    for (const k of active) {
      if (k === i) continue;
      const joined = (matrix[i]![k]! + matrix[j]![k]! - distance) / 2;
      sums[k]! += joined - matrix[i]![k]! - matrix[j]![k]!;
      sums[i]! += joined;
      matrix[i]![k] = matrix[k]![i] = joined;
    }
  }
  return lastThree(active, matrix, nodes);
}

function closest(active: number[], matrix: Float64Array[], sums: Float64Array): [number, number] {
  let best: [number, number] = [active[0]!, active[1]!];
  let least = Number.POSITIVE_INFINITY;
  for (let x = 0; x < active.length; x++) {
    const i = active[x]!;
    for (let y = x + 1; y < active.length; y++) {
      const j = active[y]!;
      const criterion = (active.length - 2) * matrix[i]![j]! - sums[i]! - sums[j]!;
      // Rounding errors must not decide between equal pairs.
      if (criterion < least - 1e-12) {
        least = criterion;
        best = [i, j];
      }
    }
  }
  return best;
}

function notNegative(a: number, b: number): [number, number] {
  if (a < 0) return [0, Math.max(0, a + b)];
  if (b < 0) return [Math.max(0, a + b), 0];
  return [a, b];
}

/** Joins the last three nodes: their distances give the branches of a star. */
function lastThree([i, j, k]: number[], matrix: Float64Array[], nodes: TreeNode[]): TreeNode {
  const [ij, ik, jk] = [matrix[i!]![j!]!, matrix[i!]![k!]!, matrix[j!]![k!]!];
  const lengths = [(ij + ik - jk) / 2, (ij + jk - ik) / 2, (ik + jk - ij) / 2];
  const children = [i!, j!, k!].map((node, n) => ({ node: nodes[node]!, length: Math.max(0, lengths[n]!) }));
  return { children };
}
