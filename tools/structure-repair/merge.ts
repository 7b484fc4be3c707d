import type { Atom, Residue } from '../shared/structure/structure.ts';
import { rounded } from '../shared/structure/vectors.ts';
import type { Place } from './plan.ts';

/** A residue as repair.py returns it. `at` is its index in the staged file, or null for a new residue. */
export interface RepairedResidue {
  at: number | null;
  name: string;
  /** Index of the atom in the staged file, or null for a new atom; name, element, coordinates in ångström. */
  atoms: [serial: number | null, name: string, element: string, x: number, y: number, z: number][];
}

export interface MergedResidue {
  residue: Residue;
  /** The residue of the staged input. Undefined for a new residue. */
  source: Residue | undefined;
  /** New atoms, including hydrogens. */
  added: Atom[];
}

/**
 * Combines the unchanged atoms of the input with the new ones. New atoms have an occupancy of 1, and the mean B factor
 * of their residue's atoms, or of the previous residue's for a new residue. `places` has the places of the new
 * residues, in order.
 */
export function merge(repaired: RepairedResidue[], staged: Residue[], places: Place[]): MergedResidue[] {
  const atoms = staged.flatMap((residue) => residue.atoms);
  const free = places.values();
  let bFactor = 0;
  return repaired.map((one) => {
    const source = one.at === null ? undefined : staged[one.at]!;
    if (source) bFactor = meanB(source);
    const merged = one.atoms.map(([serial, name, element, x, y, z]) => ({
      isNew: serial === null,
      atom:
        serial === null
          ? { name, element, altLoc: '', x: rounded(x), y: rounded(y), z: rounded(z), occupancy: 1, bFactor }
          : { ...atoms[serial]!, name },
    }));
    const all = merged.map(({ atom }) => atom);
    return {
      residue: source
        ? { ...source, atoms: all }
        : { ...free.next().value!, name: one.name, parent: one.name, isHet: false, atoms: all },
      source,
      added: merged.filter(({ isNew }) => isNew).map(({ atom }) => atom),
    };
  });
}

const meanB = ({ atoms }: Residue) =>
  rounded(atoms.reduce((sum, { bFactor }) => sum + bFactor, 0) / Math.max(1, atoms.length), 2);
