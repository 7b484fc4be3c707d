import { asParent, endOxygens, isForceFieldName } from '../structure/residues.ts';
import { type Atom, findAtom, type Residue } from '../structure/structure.ts';
import { minus, pointOf } from '../structure/vectors.ts';

/** Names of atoms in force fields and in modified residues, by the standard residue. */
const atomNames: Record<string, Record<string, string>> = { ILE: { CD: 'CD1' }, MET: { SE: 'SD' } };

/**
 * Amino acids that programs do not know, with the most similar known one. ASX and GLX each stand for two amino acids.
 */
const rare: Record<string, string> = { SEC: 'CYS', PYL: 'LYS', ASX: 'ASN', GLX: 'GLN' };

/** Returns the residue with a parent that programs know, such as cysteine for selenocysteine. */
export const withKnownParent = (residue: Residue): Residue =>
  residue.parent !== null && rare[residue.parent] ? { ...residue, parent: rare[residue.parent]! } : residue;

/**
 * Returns a residue under the name that programs know. Selenomethionine, and residues with another name for a standard
 * residue (HIE, NMET, ASPP), get the standard name.
 *
 * With `parents`, modified residues also get the name of their parent, or ALA without a parent. `names` keeps their own
 * atoms, for programs that only read the backbone; `whole` keeps only the atoms of the parent. Oxygens at the end of a
 * chain become O and OXT, also when the file uses other names.
 */
export function asProgramsKnow(given: Residue, parents?: 'names' | 'whole'): Residue {
  if (given.class !== 'protein')
    return { ...given, isHet: given.isHet && given.class !== 'nucleic' && given.class !== 'cap' };
  const common = withKnownParent(given);
  const residue = parents === 'whole' ? asParent(common) : common;
  const { parent, name } = residue;
  const known = parent === null || parent === 'UNK' ? undefined : parent;
  const isKnown = known === name || name === 'MSE' || isForceFieldName(name);
  const written = known !== undefined && (isKnown || parents) ? known : parents ? 'ALA' : name;
  return { ...residue, name: written, isHet: false, atoms: withEndOxygens(withAtomNames(residue.atoms, written)) };
}

function withAtomNames(atoms: Atom[], residue: string): Atom[] {
  const others = atomNames[residue] ?? {};
  return atoms.map((atom) => {
    const name = others[atom.name];
    if (name === undefined || atoms.some((each) => each.name === name)) return atom;
    return { ...atom, name, ...(atom.name === 'SE' && { element: 'S' }) };
  });
}

/** Renames the oxygens at the end of a chain. The two are equivalent; programs find a backbone incomplete without O. */
function withEndOxygens(atoms: Atom[]): Atom[] {
  const free = atoms.some(({ name }) => name === 'O') ? ['OXT'] : ['O', 'OXT'];
  const found = atoms.filter(({ name }) => endOxygens.includes(name));
  if (found.length === 0 || found.length > free.length) return atoms;
  return atoms.map((atom) => (found.includes(atom) ? { ...atom, name: free.shift()! } : atom));
}

/**
 * Returns a residue as PROPKA needs it: as its parent. If a chain's end has only one oxygen, it becomes OXT, by which
 * PROPKA recognises the carboxyl group.
 */
export function asPropkaKnows(residue: Residue): Residue {
  const known = asProgramsKnow(residue, 'whole');
  const isLone = residue.atoms.every(({ name }) => name !== 'O') && known.atoms.every(({ name }) => name !== 'OXT');
  const hasEnd = residue.atoms.some(({ name }) => endOxygens.includes(name));
  if (!isLone || !hasEnd) return known;
  return { ...known, atoms: known.atoms.map((atom) => (atom.name === 'O' ? { ...atom, name: 'OXT' } : atom)) };
}

/** Returns the residues at the ends of chains of amino acids that lack the second oxygen of the carboxyl group. */
export function endsWithoutOxygen(chains: { residues: Residue[] }[]): Residue[] {
  return chains.flatMap(({ residues }) => {
    const last = residues.findLast(({ class: kind }) => kind === 'protein' || kind === 'cap');
    if (last?.class !== 'protein' || !findAtom(last, 'C')) return [];
    return asPropkaKnows(last).atoms.some(({ name }) => name === 'OXT') ? [] : [last];
  });
}

/**
 * Returns the second oxygen of a carboxyl group, in the plane of C, CA and O and 1.25 Å from C. Returns undefined when
 * one of these atoms is missing.
 */
export function secondOxygen(residue: Residue): Atom | undefined {
  const [c, ca, o] = ['C', 'CA', 'O'].map((name) => findAtom(residue, name));
  if (!c || !ca || !o) return undefined;
  const away = [ca, o].map((atom) => {
    const [x, y, z] = minus(pointOf(c), pointOf(atom));
    const length = Math.hypot(x, y, z);
    return [x / length, y / length, z / length] as const;
  });
  const sum = [0, 1, 2].map((axis) => away[0]![axis]! + away[1]![axis]!);
  const length = Math.hypot(...sum);
  if (!(length > 0.1)) return undefined;
  const [x, y, z] = pointOf(c).map((value, axis) => value + (1.25 * sum[axis]!) / length) as [number, number, number];
  return { ...o, name: 'OXT', x, y, z };
}

/** Whether a residue is a modified one with atoms that its parent lacks, such as phosphoserine. */
export const isModified = (residue: Residue): boolean =>
  residue.class === 'protein' &&
  residue.parent !== residue.name &&
  residue.name !== 'MSE' &&
  !isForceFieldName(residue.name);
