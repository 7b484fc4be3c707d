import { findAtom, type Residue } from '../shared/structure/structure.ts';
import { distance, pointOf, type Vector } from '../shared/structure/vectors.ts';

export interface ContactOptions {
  atom: 'CA' | 'CB';
  /** In ångström. */
  cutoff: number;
  minSeparation: number;
  scope: 'all' | 'intra' | 'inter';
}

export interface Site {
  residue: Residue;
  point: Vector;
}

/** Indices of two sites, the smaller first, and their distance in ångström. */
export type Contact = [first: number, second: number, distance: number];

/** The residues that have the atom: with CB, glycine and incomplete residues are placed at their CA. */
export function sitesOf(residues: Residue[], atom: ContactOptions['atom']): Site[] {
  return residues.flatMap((residue) => {
    const found = findAtom(residue, atom) ?? findAtom(residue, 'CA');
    return found ? [{ residue, point: pointOf(found) }] : [];
  });
}

/** All pairs within the cutoff, each once, in the order of the sites. */
export function contactsOf(sites: Site[], { cutoff, minSeparation, scope }: ContactOptions): Contact[] {
  const contacts: Contact[] = [];
  for (let i = 0; i < sites.length; i++) {
    const { residue, point } = sites[i]!;
    for (let j = i + 1; j < sites.length; j++) {
      const other = sites[j]!;
      if (Math.abs(other.point[0] - point[0]) > cutoff) continue;
      const isIntra = residue.chain === other.residue.chain;
      if (isIntra ? scope === 'inter' : scope === 'intra') continue;
      if (isIntra && Math.abs(residue.number - other.residue.number) < minSeparation) continue;
      const apart = distance(point, other.point);
      if (apart <= cutoff) contacts.push([i, j, apart]);
    }
  }
  return contacts;
}
