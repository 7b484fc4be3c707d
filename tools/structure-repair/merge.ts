import type { Atom, Residue } from '../shared/structure/structure.ts';
import { rounded } from '../shared/structure/vectors.ts';
import type { Place } from './plan.ts';

/** A residue as repair.py returns it; `at` is its number in the staged file, null for a new one. */
export interface RepairedResidue {
  at: number | null;
  name: string;
  /** The atom's number in the staged file, null for a new one; name, element, coordinates in ångström. */
  atoms: [serial: number | null, name: string, element: string, x: number, y: number, z: number][];
}

export interface MergedResidue {
  residue: Residue;
  /** The residue of the input; undefined for a new one. */
  source: Residue | undefined;
  /** Atoms that are new, hydrogens among them. */
  added: Atom[];
}

/**
 * Puts the atoms of the input, as they were there, together with the new ones, which have an occupancy of 1 and the mean B factor of
 * their residue's atoms, or of the last residue's. `places` are those of the new residues, in order.
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
