import type { Entry } from './entry.ts';
import { isMetalIon, isWater } from './residues.ts';
import type { Atom } from './structure.ts';

/**
 * Splits residues that are several molecules with the same number, as some programs number all molecules alike. The
 * atoms of such a residue are one list of names, repeated. Otherwise atoms with the same name stay in one residue: many
 * programs call all carbons C.
 */
export function separateCopies(entries: Entry[]): Entry[] {
  return entries.flatMap((entry) => {
    const { atoms, name } = entry.residue;
    const size = periodOf(atoms);
    const isUnit = size > 1 || isWater(name, atoms) || isMetalIon(entry.residue);
    if (size === atoms.length || !isUnit) return [entry];
    const copies = Array.from({ length: atoms.length / size }, (_, i) => atoms.slice(i * size, (i + 1) * size));
    return copies.map((copy) => ({ ...entry, residue: { ...entry.residue, atoms: copy } }));
  });
}

/**
 * Returns the length of the list of unique names that the atoms repeat; the number of atoms when they do not repeat, or
 * have altloc marks.
 */
function periodOf(atoms: Atom[]): number {
  const [first] = atoms;
  const size = atoms.findIndex(({ name }, i) => i > 0 && name === first!.name);
  if (size === -1 || atoms.length % size !== 0 || atoms.some(({ altLoc }) => altLoc !== '')) return atoms.length;
  if (new Set(atoms.slice(0, size).map(({ name }) => name)).size < size) return atoms.length;
  return atoms.every(({ name }, i) => name === atoms[i % size]!.name) ? size : atoms.length;
}

/** Removes lines that repeat an atom with the same name, altloc mark and position. */
export function withoutRepeats(entry: Entry): Entry {
  const names = new Set(entry.residue.atoms.map(({ name }) => name));
  if (names.size === entry.residue.atoms.length) return entry;
  const seen = new Set<string>();
  const atoms = entry.residue.atoms.filter(({ name, altLoc, x, y, z }) => {
    const key = `${name}|${altLoc}|${x}|${y}|${z}`;
    return seen.has(key) ? false : seen.add(key);
  });
  return atoms.length === entry.residue.atoms.length ? entry : { ...entry, residue: { ...entry.residue, atoms } };
}
