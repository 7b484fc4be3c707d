import { distance } from '../shared/structure/vectors.ts';
import type { Pairs } from './match.ts';
import { move, type Superposition, superpose } from './superpose.ts';

/** Fewer points do not determine a rotation. */
export const MIN_PAIRS = 3;

/**
 * Superposes in cycles, as PyMOL's `align` does. After each cycle, pairs that are farther apart than `cutoff` times the
 * RMSD are left out. Ends when no pair is left out, or after `cycles` cycles.
 */
export function refine(all: Pairs, cycles: number, cutoff: number): { found: Superposition; used: number } {
  let pairs = all;
  let found = superpose(pairs.mobile, pairs.reference);
  for (let cycle = 0; cycle < cycles; cycle++) {
    const limit = cutoff * found.rmsd;
    const near = pairs.mobile.map((point, i) => distance(move(found, point), pairs.reference[i]!) <= limit);
    const count = near.filter(Boolean).length;
    if (count === near.length || count < MIN_PAIRS) break;
    pairs = {
      mobile: pairs.mobile.filter((_, i) => near[i]),
      reference: pairs.reference.filter((_, i) => near[i]),
    };
    found = superpose(pairs.mobile, pairs.reference);
  }
  return { found, used: pairs.mobile.length };
}
