import { chainPositions } from '../shared/structure/links.ts';
import { findAtom, isHydrogen, type Residue } from '../shared/structure/structure.ts';
import { distance, pointOf, type Vector } from '../shared/structure/vectors.ts';

export interface ContactOptions {
  /** `heavy`: the nearest two atoms other than hydrogen. */
  atom: 'CA' | 'CB' | 'heavy';
  /** In ångström. */
  cutoff: number;
  /** In positions along the chain, including missing residues. */
  minSeparation: number;
  scope: 'all' | 'intra' | 'inter';
}

export interface Site {
  residue: Residue;
  /**
   * Position in the chain: 1 more than that of the previous residue, plus the number of residues missing in between.
   */
  position: number;
  /** One atom, or all heavy atoms. */
  points: Vector[];
  /** Distance from the first point to the farthest, in Å. */
  reach: number;
}

/** Indices of two sites, the smaller one first, and their distance in ångström. */
export type Contact = [first: number, second: number, distance: number];

/**
 * Returns the residues of a chain that have the atom. With CB, glycine and incomplete residues are placed at their CA.
 */
export function sitesOf(chain: Residue[], atom: ContactOptions['atom']): Site[] {
  const positions = chainPositions(chain);
  return chain.flatMap((residue, i) => {
    const points = pointsOf(residue, atom);
    if (points.length === 0) return [];
    const reach = points.reduce((most, point) => Math.max(most, distance(points[0]!, point)), 0);
    return [{ residue, position: positions[i]!, points, reach }];
  });
}

function pointsOf(residue: Residue, atom: ContactOptions['atom']): Vector[] {
  if (atom === 'heavy') return residue.atoms.filter((each) => !isHydrogen(each)).map(pointOf);
  const found = findAtom(residue, atom) ?? findAtom(residue, 'CA');
  return found ? [pointOf(found)] : [];
}

/** Returns all pairs within the cutoff, each once, in the order of the sites. */
export function contactsOf(sites: Site[], { cutoff, minSeparation, scope }: ContactOptions): Contact[] {
  const contacts: Contact[] = [];
  for (let i = 0; i < sites.length; i++) {
    const { residue, position, points, reach } = sites[i]!;
    const [first] = points as [Vector];
    for (let j = i + 1; j < sites.length; j++) {
      const other = sites[j]!;
      const [second] = other.points as [Vector];
      if (Math.abs(second[0] - first[0]) > cutoff + reach + other.reach) continue;
      const isIntra = residue.chain === other.residue.chain;
      if (isIntra ? scope === 'inter' : scope === 'intra') continue;
      if (isIntra && Math.abs(position - other.position) < minSeparation) continue;
      if (distance(first, second) > cutoff + reach + other.reach) continue;
      const apart = nearest(points, other.points);
      if (apart <= cutoff) contacts.push([i, j, apart]);
    }
  }
  return contacts;
}

function nearest(a: Vector[], b: Vector[]): number {
  let least = Number.POSITIVE_INFINITY;
  for (const point of a) for (const other of b) least = Math.min(least, distance(point, other));
  return least;
}
