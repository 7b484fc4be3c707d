import { type Atom, atomsOf, isHydrogen, type Residue, residueName, residuesOf, type Structure } from './structure.ts';
import { distance, pointOf } from './vectors.ts';

/** In ångström. Every amino acid or nucleotide is shorter. */
const MAX_LENGTH = 25;

const MAX_NAMED = 20;

/** Returns warnings about impossible positions in a structure. Tools compute with these positions all the same. */
export function doubts(structure: Structure): string[] {
  const residues = residuesOf(structure);
  const far = residues.filter(isTorn).map(residueName);
  const shared = atPositionsOfOthers(residues).map(residueName);
  const unseen = withoutOccupancy(residues);
  const inResidues = residues.filter(({ atoms }) => atoms.some((atom) => unseen.has(atom))).map(residueName);
  const unknown = residues.filter(hasUnknownElement).map(residueName);
  return [
    ...(unknown.length > 0 ? [`atoms whose element neither the file nor their name tells: ${listed(unknown)}`] : []),
    ...(far.length > 0 ? [`atoms of one residue lie more than ${MAX_LENGTH} Å apart: ${listed(far)}`] : []),
    ...(shared.length > 0 ? [`heavy atoms lie at the position of another atom: ${listed(shared)}`] : []),
    ...(unseen.size > 0
      ? [
          `${unseen.size} heavy atoms have an occupancy of 0, so no data supports their positions: ${listed(inResidues)}`,
        ]
      : []),
  ];
}

/** Sites without mass of water models and force fields have names like EP, LP1 and MW. */
const hasUnknownElement = ({ class: kind, atoms }: Residue): boolean =>
  kind !== 'water' && atoms.some(({ element, name }) => element === '' && !/^(EP|LP|M)/.test(name));

const isTorn = ({ class: kind, atoms }: Residue): boolean =>
  (kind === 'protein' || kind === 'nucleic') &&
  atoms.some((atom) => distance(pointOf(atom), pointOf(atoms[0]!)) > MAX_LENGTH);

/**
 * Returns heavy atoms with an occupancy of 0 that have no alternative. Where no atom has an occupancy, the column was
 * not filled.
 */
function withoutOccupancy(residues: Residue[]): Set<Atom> {
  const heavy = atomsOf(residues).filter((atom) => !isHydrogen(atom) && atom.altLoc === '');
  const unseen = heavy.filter(({ occupancy }) => occupancy === 0);
  return new Set(unseen.length < heavy.length ? unseen : []);
}

/** Returns residues with a heavy atom at the position of another atom. Alternate locations may share a position. */
export function atPositionsOfOthers(residues: Residue[]): Residue[] {
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

/**
 * Returns residues with an atom at the position of another atom, from a chain with the same id in the file. Files may
 * place chains with different ids on each other.
 */
export function repeatedResidues({ chains }: Structure): Residue[] {
  const bySource = Map.groupBy(chains, ({ source }) => source);
  return [...bySource.values()].flatMap((group) =>
    atPositionsOfOthers(group.flatMap(({ residues }) => residues).filter((residue) => residue.class !== 'water')),
  );
}
