interface Placed {
  profile: string;
  clan: string;
  start: number;
  end: number;
  evalue: number;
}

/**
 * Splits the domains of one sequence into those that are kept and those that a better domain of the same clan overlaps.
 * This is the rule of Pfam's pfam_scan.pl: from the smallest independent E-value on, a domain is kept unless its
 * alignment shares a residue with a kept domain of its clan. Equal E-values keep the first along the sequence. Both
 * lists are in the order of the sequence.
 */
export function resolveOverlaps<D extends Placed>(domains: D[]): { kept: D[]; overlapped: D[] } {
  const kept: D[] = [];
  const overlapped: D[] = [];
  for (const domain of domains.toSorted((a, b) => a.evalue - b.evalue || along(a, b))) {
    const better = domain.clan !== '' && kept.some((other) => other.clan === domain.clan && overlap(other, domain));
    (better ? overlapped : kept).push(domain);
  }
  return { kept: kept.sort(along), overlapped: overlapped.sort(along) };
}

const overlap = (a: Placed, b: Placed): boolean => a.start <= b.end && b.start <= a.end;

/** Sorts domains by position, then by the name of the profile, so that the order does not depend on the input's. */
export const along = (a: Placed, b: Placed): number =>
  a.start - b.start || a.end - b.end || (a.profile < b.profile ? -1 : a.profile > b.profile ? 1 : 0);
