import { findAtom, type Residue, residueName } from '../shared/structure/structure.ts';
import { distance, pointOf } from '../shared/structure/vectors.ts';

/** In three dimensions a node with fewer springs can move without stretching any of them. */
const MIN_SPRINGS = 3;

const MAX_NAMED = 10;

/**
 * Returns the fault of the networks of these residues, or undefined if there is none. Faults are parts without a spring
 * between them, and residues with too few springs. Cutoffs are in ångström. Some loose parts are not found, such as a
 * part that is attached at one residue only. The run refuses those.
 */
export function looseResidues(residues: Residue[], cutoffs: { anm: number; gnm: number }): string | undefined {
  const points = residues.map((residue) => pointOf(findAtom(residue, 'CA')!));
  const near = (cutoff: number) =>
    points.map((point) =>
      points.flatMap((other, j) => (other !== point && distance(point, other) <= cutoff ? [j] : [])),
    );
  const springs = { anm: near(cutoffs.anm), gnm: near(cutoffs.gnm) };
  for (const network of ['anm', 'gnm'] as const) {
    const apart = outsideOf(largestPart(springs[network]), residues);
    if (apart.length > 0)
      return `the network falls apart at ${network}_cutoff ${cutoffs[network]} Å: ${named(apart)} no spring to the others; ${WAY_OUT}`;
  }
  const hanging = residues.filter((_, i) => springs.anm[i]!.length < MIN_SPRINGS);
  return hanging.length === 0
    ? undefined
    : `at anm_cutoff ${cutoffs.anm} Å ${named(hanging)} fewer than ${MIN_SPRINGS} springs and would move freely; ${WAY_OUT}`;
}

const WAY_OUT = 'raise the cutoff, or choose one part by the settings `chains` or `residues`';

function named(residues: Residue[]): string {
  const names = residues.slice(0, MAX_NAMED).map(residueName).join(', ');
  const more = residues.length - MAX_NAMED;
  return `${names}${more > 0 ? ` and ${more} more residues` : ''} ${residues.length > 1 ? 'have' : 'has'}`;
}

const outsideOf = (part: Set<number>, residues: Residue[]): Residue[] => residues.filter((_, i) => !part.has(i));

/** Returns the indices of the nodes of the largest connected part. */
function largestPart(neighbours: number[][]): Set<number> {
  let largest = new Set<number>();
  const seen = new Set<number>();
  for (const start of neighbours.keys()) {
    if (seen.has(start)) continue;
    const part = new Set([start]);
    // Iterating over a set also visits elements that are added meanwhile.
    for (const node of part) for (const other of neighbours[node]!) part.add(other);
    for (const node of part) seen.add(node);
    if (part.size > largest.size) largest = part;
  }
  return largest;
}
