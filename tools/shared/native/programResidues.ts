import { asParent, isForceFieldName } from '../structure/residues.ts';
import type { Atom, Residue } from '../structure/structure.ts';

/** Names of atoms in force fields and in modified residues, by the standard residue. */
const atomNames: Record<string, Record<string, string>> = { ILE: { CD: 'CD1' }, MET: { SE: 'SD' } };

/** What force fields call the oxygens at the end of a chain. */
const endOxygens = ['OXT', 'OT1', 'OT2', 'OC1', 'OC2'];

/** Amino acids of the genetic code, and names for either of two, that programs do not know; by what is nearest. */
const rare: Record<string, string> = { SEC: 'CYS', PYL: 'LYS', ASX: 'ASN', GLX: 'GLN' };

/** The residue with a parent that programs know: of selenocysteine cysteine. */
export const withKnownParent = (residue: Residue): Residue =>
  residue.parent !== null && rare[residue.parent] ? { ...residue, parent: rare[residue.parent]! } : residue;

/**
 * A residue by the name that programs know: the standard one where only the name differs (HIE, NMET, ASPP), and for selenomethionine.
 * `parents`: modified residues get the name of their parent too, and ALA without one; `names`: with their own atoms, for programs that
 * look at the backbone; `whole`: as the parent, without what that lacks. The oxygens at the end of a chain are O and OXT, whatever
 * the file calls them.
 */
export function asProgramsKnow(given: Residue, parents?: 'names' | 'whole'): Residue {
  if (given.class !== 'protein') return { ...given, isHet: given.isHet && given.class !== 'nucleic' };
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

/** The two oxygens are alike, and a residue without O has no whole backbone for programs. */
function withEndOxygens(atoms: Atom[]): Atom[] {
  const free = atoms.some(({ name }) => name === 'O') ? ['OXT'] : ['O', 'OXT'];
  const found = atoms.filter(({ name }) => endOxygens.includes(name));
  if (found.length === 0 || found.length > free.length) return atoms;
  return atoms.map((atom) => (found.includes(atom) ? { ...atom, name: free.shift()! } : atom));
}

/** Whether a residue has atoms that its parent lacks, as phosphoserine. */
export const isModified = (residue: Residue): boolean =>
  residue.class === 'protein' &&
  residue.parent !== residue.name &&
  residue.name !== 'MSE' &&
  !isForceFieldName(residue.name);
