import { type Atom, atomsOf, isHydrogen, type Residue, residueName, residuesOf, type Structure } from './structure.ts';
import { distance, pointOf } from './vectors.ts';

/** Ångström; no amino acid or nucleotide is as long. */
const MAX_LENGTH = 25;

const MAX_NAMED = 20;

/** What is not right with the positions of a structure, which tools compute with all the same. */
export function doubts(structure: Structure): string[] {
  const residues = residuesOf(structure);
  const far = residues.filter(isTorn).map(residueName);
  const shared = atPositionsOfOthers(residues).map(residueName);
  return [
    ...(far.length > 0 ? [`atoms of one residue lie more than ${MAX_LENGTH} Å apart: ${listed(far)}`] : []),
    ...(shared.length > 0 ? [`heavy atoms lie at the position of another atom: ${listed(shared)}`] : []),
  ];
}

const isTorn = ({ class: kind, atoms }: Residue): boolean =>
  (kind === 'protein' || kind === 'nucleic') &&
  atoms.some((atom) => distance(pointOf(atom), pointOf(atoms[0]!)) > MAX_LENGTH);

/** Residues with a heavy atom whose position another one has; alternate locations may share theirs. */
function atPositionsOfOthers(residues: Residue[]): Residue[] {
  const isPlain = (atom: Atom) => atom.altLoc === '' && !isHydrogen(atom) && atom.element !== '';
  const taken = new Set<string>();
  const twice = new Set<string>();
  for (const atom of atomsOf(residues).filter(isPlain)) {
    const key = keyOf(atom);
    if (taken.has(key)) twice.add(key);
    taken.add(key);
  }
  if (twice.size === 0) return [];
  return residues.filter(({ atoms }) => atoms.some((atom) => isPlain(atom) && twice.has(keyOf(atom))));
}

const keyOf = ({ x, y, z }: Atom): string => `${x} ${y} ${z}`;

const listed = (names: string[]): string =>
  names.slice(0, MAX_NAMED).join(', ') + (names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '');

/** Residues with an atom at the position of another one whose chain has the same id in the file; files may lay chains of two ids on each other. */
export function repeatedResidues({ chains }: Structure): Residue[] {
  const bySource = Map.groupBy(chains, ({ source }) => source);
  return [...bySource.values()].flatMap((group) =>
    atPositionsOfOthers(group.flatMap(({ residues }) => residues).filter((residue) => residue.class !== 'water')),
  );
}
