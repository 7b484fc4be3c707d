import type { Vector } from '../structure/vectors.ts';
import type { HeavyGraph } from './heavyGraph.ts';

/**
 * Maximum steps of the search for one pose. Drugs take hundreds of steps, because the bound is weak for distant poses.
 * A million steps take 2 s.
 */
const MAX_STEPS = 1_000_000;

/** The steps that several comparisons may take together. */
export interface Budget {
  steps: number;
}

/**
 * Returns the RMSD in ångström between the heavy atoms of two poses of a molecule, without superposing them. Of all
 * ways to match the atoms that keep elements and bonds, the one with the smallest RMSD counts. Returns null when the
 * molecules differ, or are so symmetric that the search exceeds the budget.
 *
 * Bond orders and charges are ignored, as in spyrmsd (Meli and Biggin, J. Cheminform. 12 (2020) 49). So the two ends of
 * a carboxylate are equivalent, and other protonation states are the same molecule.
 */
export function symmetricRmsd(a: HeavyGraph, b: HeavyGraph, budget: Budget = { steps: MAX_STEPS }): number | null {
  const classes = classesOf(a, b);
  if (!classes) return null;
  const [of, to] = classes;
  const order = connectedOrder(a, of);
  const squares = a.points.map((point) => b.points.map((other) => squareOf(point, other)));
  const candidates = order.map((i) => to.flatMap((kind, j) => (kind === of[i] ? [j] : [])));
  const least = order.map((i, at) => Math.min(...candidates[at]!.map((j) => squares[i]![j]!)));
  /** A lower bound of what the atoms from each index on add to the sum. */
  const rest = [...least, 0];
  for (let at = least.length - 1; at >= 0; at--) rest[at] = least[at]! + rest[at + 1]!;

  const image = new Map<number, number>();
  const taken = new Set<number>();
  let best = Number.POSITIVE_INFINITY;
  const limit = Math.min(MAX_STEPS, budget.steps);
  let steps = 0;
  function place(at: number, sum: number): void {
    if (at === order.length) best = Math.min(best, sum);
    if (at === order.length || ++steps > limit) return;
    const atom = order[at]!;
    const bonded = a.neighbours[atom]!.flatMap((other) => image.get(other) ?? []);
    const fitting = candidates[at]!.filter(
      (j) => !taken.has(j) && bonded.every((other) => b.neighbours[j]!.includes(other)),
    ).toSorted((x, y) => squares[atom]![x]! - squares[atom]![y]!);
    for (const j of fitting) {
      const next = sum + squares[atom]![j]!;
      if (next + rest[at + 1]! >= best) return;
      image.set(atom, j);
      taken.add(j);
      place(at + 1, next);
      image.delete(atom);
      taken.delete(j);
    }
  }
  place(0, 0);
  budget.steps -= Math.min(steps, limit);
  return steps > limit || best === Number.POSITIVE_INFINITY ? null : Math.sqrt(best / order.length);
}

const squareOf = (p: Vector, q: Vector): number => (p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 + (p[2] - q[2]) ** 2;

/**
 * Returns classes of atoms with the same surroundings, numbered alike in both molecules. Returns undefined when the
 * molecules have different classes.
 */
function classesOf(a: HeavyGraph, b: HeavyGraph): [string[], string[]] | undefined {
  let both = [a.elements, b.elements];
  for (let count = 0; ; ) {
    const names = both.map((classes, side) =>
      [a, b][side]!.neighbours.map(
        (others, i) =>
          `${classes[i]}(${others
            .map((other) => classes[other]!)
            .toSorted()
            .join()})`,
      ),
    );
    const [mine, other] = names.map((list) => list.toSorted().join(' '));
    if (mine !== other || mine === '') return undefined;
    const known = [...new Set(names[0])].toSorted();
    const numbers = new Map(known.map((name, i) => [name, String(i)]));
    both = names.map((list) => list.map((name) => numbers.get(name)!));
    if (known.length === count) return both as [string[], string[]];
    count = known.length;
  }
}

/**
 * Returns all atoms, the one of the rarest class first. Each later atom is bonded to an earlier one, if the molecule is
 * connected.
 */
function connectedOrder({ neighbours }: HeavyGraph, classes: string[]): number[] {
  const sizes = Map.groupBy(classes, (one) => one);
  const byRarity = [...classes.keys()].sort((x, y) => sizes.get(classes[x]!)!.length - sizes.get(classes[y]!)!.length);
  const order = new Set<number>();
  for (const start of byRarity) {
    const stack = [start];
    while (stack.length > 0) {
      const atom = stack.pop()!;
      if (order.has(atom)) continue;
      order.add(atom);
      stack.push(...neighbours[atom]!);
    }
  }
  return [...order];
}
