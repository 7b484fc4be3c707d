import { nucleotideLetter } from '../shared/structure/residues.ts';
import { findAtom, type Residue } from '../shared/structure/structure.ts';

/** Names of atoms in files before 2007 and in force fields, with the present names. */
const otherNames: Record<string, string> = { O1P: 'OP1', O2P: 'OP2', O3P: 'OP3', C5M: 'C7' };

const pdbName = (name: string): string => otherNames[name] ?? name.replaceAll('*', "'");

/**
 * Returns a nucleotide under the present names of the Protein Data Bank. PDBFixer takes `C5*` for an additional atom
 * and builds C5' elsewhere. It also takes A for a ribonucleotide, so A becomes DA in a chain `ofDna`.
 */
export function withPdbNucleotideNames(residue: Residue, ofDna: boolean): Residue {
  const taken = new Set(residue.atoms.map(({ name }) => name));
  const atoms = residue.atoms.map((atom) => {
    const name = pdbName(atom.name);
    return taken.has(name) ? atom : { ...atom, name };
  });
  const letter = nucleotideLetter(residue.name, atoms);
  const isPlain =
    letter !== undefined && /^[ACGTUI]$/.test(letter) && residue.parent === letter && !isModified(residue);
  const isDeoxy = letter === 'T' || (ofDna && letter !== 'U');
  return { ...residue, name: isPlain ? `${isDeoxy ? 'D' : ''}${letter}` : residue.name, atoms };
}

/**
 * Returns whether a name is not one of a standard nucleotide. Standard names are a letter with an optional D or R
 * before it and an end mark after it, or special names of three letters.
 */
const isModified = ({ name }: Residue): boolean => !/^([DR]?[ACGTUI][53N]?|ADE|CYT|GUA|THY|URA|URI)$/.test(name);

/** Returns whether the sugars of a chain are those of DNA, which lack O2'. */
export function isDna(residues: Residue[]): boolean {
  const sugars = residues.filter((residue) => residue.class === 'nucleic' && hasAtom(residue, "C2'", 'C2*'));
  return sugars.length > 0 && sugars.every((residue) => !hasAtom(residue, "O2'", 'O2*'));
}

const hasAtom = (residue: Residue, ...names: string[]): boolean => names.some((name) => findAtom(residue, name));
