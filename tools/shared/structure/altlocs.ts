import type { Atom, Residue } from './structure.ts';

/**
 * `highest_occupancy`, `first` in the file, or the letter of a location. Residues that lack the letter use the highest
 * occupancy.
 */
export type AltlocChoice = string;

const DEFAULT: AltlocChoice = 'highest_occupancy';

/**
 * Chooses one location of each atom of a residue. Letters that occur for the same atom are alternatives and form a
 * group; atoms that share no letters with them belong to another group. One letter is chosen for each group. Atoms that
 * lack the chosen letter use the group's next letter, except hydrogens.
 */
export function chooseLocations(atoms: Atom[], choice = DEFAULT): { kept: Atom[]; left: Atom[] } {
  const marked = atoms.filter(({ altLoc }) => altLoc !== '');
  if (marked.length === 0) return { kept: atoms, left: [] };
  const unmarked = new Set(atoms.filter(({ altLoc }) => altLoc === '').map(({ name }) => name));
  const wanted = new Set<Atom>();
  for (const group of groupsOf(marked)) {
    const ranks = new Map(ranked(group, choice).map((letter, rank) => [letter, rank]));
    const best = new Map<string, Atom>();
    for (const atom of group) {
      const rank = ranks.get(atom.altLoc)!;
      if (unmarked.has(atom.name) || (rank > 0 && isProton(atom))) continue;
      const other = best.get(atom.name);
      if (!other || rank < ranks.get(other.altLoc)!) best.set(atom.name, atom);
    }
    for (const atom of best.values()) wanted.add(atom);
  }
  const isKept = (atom: Atom) => atom.altLoc === '' || wanted.has(atom);
  return {
    kept: atoms.filter(isKept).map((atom) => (atom.altLoc === '' ? atom : { ...atom, altLoc: '' })),
    left: atoms.filter((atom) => !isKept(atom)),
  };
}

const isProton = ({ element }: Atom): boolean => element === 'H' || element === 'D';

/** Returns the atoms with alternatives, in groups that share no letter. */
function groupsOf(atoms: Atom[]): Atom[][] {
  const groupOf = new Map<string, string>();
  const root = (letter: string): string => {
    let at = letter;
    for (let parent = groupOf.get(at); parent !== undefined && parent !== at; parent = groupOf.get(at)) {
      // Path halving (Tarjan and van Leeuwen, J. ACM 31:245-281, 1984).
      groupOf.set(at, groupOf.get(parent) ?? parent);
      at = parent;
    }
    return at;
  };
  const firstLetter = new Map<string, string>();
  for (const { name, altLoc } of atoms) {
    const first = firstLetter.get(name);
    if (first === undefined) firstLetter.set(name, altLoc);
    else groupOf.set(root(altLoc), root(first));
  }
  return [...Map.groupBy(atoms, ({ altLoc }) => root(altLoc)).values()];
}

/** Returns the letters of a group, the chosen one first. Equal occupancies keep the order of the file. */
function ranked(group: Atom[], choice: AltlocChoice): string[] {
  const letters = [...new Set(group.map(({ altLoc }) => altLoc))];
  if (choice === 'first') return letters;
  const occupancy = meanOccupancies(group);
  const byOccupancy = letters.sort((first, second) => occupancy.get(second)! - occupancy.get(first)!);
  return byOccupancy.includes(choice) ? [choice, ...byOccupancy.filter((letter) => letter !== choice)] : byOccupancy;
}

/**
 * Returns the mean occupancy by letter, rounded to four decimals: equal sums of floating-point numbers can differ in
 * the last bit.
 */
function meanOccupancies(group: Atom[]): Map<string, number> {
  const sums = new Map<string, { sum: number; count: number }>();
  for (const { altLoc, occupancy } of group) {
    const { sum, count } = sums.get(altLoc) ?? { sum: 0, count: 0 };
    sums.set(altLoc, { sum: sum + occupancy, count: count + 1 });
  }
  return new Map([...sums].map(([letter, { sum, count }]) => [letter, Math.round((1e4 * sum) / count)]));
}

/**
 * Chooses one residue for each place of a chain with alternative residues (microheterogeneity). These are neighbours
 * with the same number and insertion code, whose atoms all have altloc marks with different letters. Without such marks
 * all residues of one number are kept.
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

/** Whether residues share a letter. Such residues can be present at the same time. */
function shareLetter(residues: Residue[]): boolean {
  const seen = new Set<string>();
  return residues.some(({ atoms }) => {
    const letters = new Set(atoms.map(({ altLoc }) => altLoc));
    const shared = [...letters].some((letter) => seen.has(letter));
    for (const letter of letters) seen.add(letter);
    return shared;
  });
}
