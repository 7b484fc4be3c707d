import { heavyAtomsOf } from './residues.ts';
import { type Atom, isHydrogen, type Residue } from './structure.ts';

/**
 * Gives atoms of one residue that share a name unique names of at most four characters: the element and a number, as
 * chemists write them (C1, C2, …). Returns the same array when all names differ.
 */
export function withOwnNames(atoms: Atom[]): Atom[] {
  const counts = new Map<string, number>();
  for (const { name } of atoms) counts.set(name, (counts.get(name) ?? 0) + 1);
  if (counts.size === atoms.length) return atoms;
  const taken = new Set([...counts].filter(([, count]) => count === 1).map(([name]) => name));
  const numbers = new Map<string, number>();
  return atoms.map((atom) => {
    if (taken.has(atom.name) && counts.get(atom.name) === 1) return atom;
    const stem = atom.element || atom.name.replace(/\d/g, '').slice(0, 1) || 'X';
    let name = '';
    do {
      const number = (numbers.get(stem) ?? 0) + 1;
      numbers.set(stem, number);
      name = `${stem}${number}`;
    } while (taken.has(name));
    taken.add(name);
    return { ...atom, name };
  });
}

/**
 * Returns the atoms of a standard amino acid without those that repeat the name of another heavy atom. They are two locations of one
 * atom without altloc marks. The one with the higher occupancy stays, else the first.
 */
export function withoutTwins({ class: kind, parent, name }: Residue, atoms: Atom[]): Atom[] {
  const known = kind === 'protein' && parent === name ? heavyAtomsOf(name) : undefined;
  if (!known) return atoms;
  const best = new Map<string, Atom>();
  for (const atom of atoms) {
    const other = best.get(atom.name);
    if (!other || atom.occupancy > other.occupancy) best.set(atom.name, atom);
  }
  return best.size === atoms.length ? atoms : atoms.filter((atom) => isHydrogen(atom) || best.get(atom.name) === atom);
}
