import type { Atom, Residue } from './structure.ts';

/** `highest_occupancy`, `first` in the file, or the letter of a location; residues that lack the letter have the highest occupancy. */
export type AltlocChoice = string;

const DEFAULT: AltlocChoice = 'highest_occupancy';

/**
 * One location of each atom of a residue. Letters that occur for one atom are alternatives of each other, so atoms that have letters of
 * their own are a group of their own; of each group one letter is chosen. Atoms that the chosen letter lacks come from the
 * group's next letter, hydrogens excepted.
 */
export function chooseLocations(atoms: Atom[], choice = DEFAULT): { kept: Atom[]; left: Atom[] } {
  const marked = atoms.filter(({ altLoc }) => altLoc !== '');
  if (marked.length === 0) return { kept: atoms, left: [] };
  const unmarked = new Set(atoms.filter(({ altLoc }) => altLoc === '').map(({ name }) => name));
  const wanted = new Set<Atom>();
  for (const group of groupsOf(marked)) {
    const order = ranked(group, choice);
    const names = new Set(unmarked);
    for (const [i, letter] of order.entries()) {
      const found = group.filter(
        (atom) => atom.altLoc === letter && !names.has(atom.name) && (i === 0 || !isProton(atom)),
      );
      for (const atom of found) wanted.add(atom);
      for (const { name } of found) names.add(name);
    }
  }
  const isKept = (atom: Atom) => atom.altLoc === '' || wanted.has(atom);
  return {
    kept: atoms.filter(isKept).map((atom) => (atom.altLoc === '' ? atom : { ...atom, altLoc: '' })),
    left: atoms.filter((atom) => !isKept(atom)),
  };
}

const isProton = ({ element }: Atom): boolean => element === 'H' || element === 'D';

/** Atoms with alternatives, in groups that share no letter. */
function groupsOf(atoms: Atom[]): Atom[][] {
  const groupOf = new Map<string, string>();
  const root = (letter: string): string => {
    const parent = groupOf.get(letter) ?? letter;
    return parent === letter ? letter : root(parent);
  };
  const firstLetter = new Map<string, string>();
  for (const { name, altLoc } of atoms) {
    const first = firstLetter.get(name);
    if (first === undefined) firstLetter.set(name, altLoc);
    else groupOf.set(root(altLoc), root(first));
  }
  return [...Map.groupBy(atoms, ({ altLoc }) => root(altLoc)).values()];
}

/** Letters of a group, the chosen one first. Equal occupancies keep the order of the file. */
function ranked(group: Atom[], choice: AltlocChoice): string[] {
  const letters = [...new Set(group.map(({ altLoc }) => altLoc))];
  if (choice === 'first') return letters;
  const occupancy = new Map(
    letters.map((letter) => [letter, meanOccupancy(group.filter((atom) => atom.altLoc === letter))]),
  );
  const byOccupancy = letters.sort((a, b) => occupancy.get(b)! - occupancy.get(a)!);
  return byOccupancy.includes(choice) ? [choice, ...byOccupancy.filter((letter) => letter !== choice)] : byOccupancy;
}

/** To four decimals: sums of occupancies of as many atoms differ in the last bit. */
const meanOccupancy = (atoms: Atom[]): number =>
  Math.round((1e4 * atoms.reduce((sum, { occupancy }) => sum + occupancy, 0)) / atoms.length);

/**
 * One residue for each place of a chain that has several as alternatives: neighbours of one number and insertion code whose atoms all
 * have altloc marks, with other letters (microheterogeneity). Without such marks residues of one number are all kept.
 */
export function oneOfEachVariant(residues: Residue[], choice = DEFAULT): { kept: Residue[]; left: Residue[] } {
  const left: Residue[] = [];
  const places = new Map<string, Residue[]>();
  for (const residue of residues) {
    if (!residue.atoms.every(({ altLoc }) => altLoc !== '')) continue;
    const key = `${residue.number}${residue.insertion}`;
    if (!places.has(key)) places.set(key, []);
    places.get(key)!.push(residue);
  }
  for (const place of places.values()) {
    if (place.length < 2 || shareLetter(place)) continue;
    const [wanted] = ranked(
      place.flatMap(({ atoms }) => atoms),
      choice,
    );
    left.push(...place.filter(({ atoms }) => atoms.every(({ altLoc }) => altLoc !== wanted)));
  }
  const gone = new Set(left);
  return { kept: residues.filter((residue) => !gone.has(residue)), left };
}

/** Residues that have a letter in common can be there at one time. */
function shareLetter(residues: Residue[]): boolean {
  const seen = new Set<string>();
  return residues.some(({ atoms }) => {
    const letters = new Set(atoms.map(({ altLoc }) => altLoc));
    const shared = [...letters].some((letter) => seen.has(letter));
    for (const letter of letters) seen.add(letter);
    return shared;
  });
}
