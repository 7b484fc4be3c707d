import type { HeavyGraph } from './heavyGraph.ts';

/** Maximum steps of one search. Drugs take hundreds of steps; a million steps take 2 s. */
const MAX_STEPS = 1_000_000;

/** The steps that several searches may take together. */
export interface Budget {
  steps: number;
}

export interface AtomMatch {
  /** The sum of the costs. */
  sum: number;
  /** For each atom of the first molecule the atom of the second one. */
  image: ReadonlyMap<number, number>;
}

/**
 * Returns the cheapest way to match the heavy atoms of two molecules that keeps elements and bonds. `cost` is what it
 * costs to match an atom of `a` with an atom of `b`. Bond orders and charges are ignored. Returns null when the molecules
 * differ, or are so symmetric that the search exceeds the budget.
 */
export function matchAtoms(
  a: HeavyGraph,
  b: HeavyGraph,
  cost: (i: number, j: number) => number,
  budget: Budget = { steps: MAX_STEPS },
): AtomMatch | null {
  const classes = classesOf(a, b);
  if (!classes) return null;
  const [of, to] = classes;
  const order = connectedOrder(a, of);
  const costs = a.elements.map((_, i) => b.elements.map((_, j) => cost(i, j)));
  const candidates = order.map((i) => to.flatMap((kind, j) => (kind === of[i] ? [j] : [])));
  const least = order.map((i, at) => Math.min(...candidates[at]!.map((j) => costs[i]![j]!)));
  /** A lower bound of what the atoms from each index on add to the sum. */
  const rest = [...least, 0];
  for (let at = least.length - 1; at >= 0; at--) rest[at] = least[at]! + rest[at + 1]!;

  const image = new Map<number, number>();
  const taken = new Set<number>();
  let best: AtomMatch | null = null;
  const limit = Math.min(MAX_STEPS, budget.steps);
  let steps = 0;
  const isWorse = (sum: number) => best !== null && sum >= best.sum;
  function place(at: number, sum: number): void {
    if (at === order.length && !isWorse(sum)) best = { sum, image: new Map(image) };
    if (at === order.length || ++steps > limit) return;
    const atom = order[at]!;
    const bonded = a.neighbours[atom]!.flatMap((other) => image.get(other) ?? []);
    const fitting = candidates[at]!.filter(
      (j) => !taken.has(j) && bonded.every((other) => b.neighbours[j]!.includes(other)),
    ).toSorted((x, y) => costs[atom]![x]! - costs[atom]![y]!);
    for (const j of fitting) {
      const next = sum + costs[atom]![j]!;
      if (isWorse(next + rest[at + 1]!)) return;
      image.set(atom, j);
      taken.add(j);
      place(at + 1, next);
      image.delete(atom);
      taken.delete(j);
    }
  }
  place(0, 0);
  budget.steps -= Math.min(steps, limit);
  return steps > limit ? null : best;
}

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
