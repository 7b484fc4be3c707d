import { nucleotideLetter } from '../shared/structure/residues.ts';
import { findAtom, type Residue } from '../shared/structure/structure.ts';

/** Names that files before 2007 and force fields give to atoms. */
const otherNames: Record<string, string> = { O1P: 'OP1', O2P: 'OP2', O3P: 'OP3', C5M: 'C7' };

const pdbName = (name: string): string => otherNames[name] ?? name.replaceAll('*', "'");

/**
 * A nucleotide by the names of the Protein Data Bank today. PDBFixer takes `C5*` for an atom too many and builds C5' at another place, and
 * takes A for a ribonucleotide: in a chain `ofDna` it is DA.
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

/** Names of standard nucleotides have a letter, D or R, and a mark of the end, or are three letters of their own. */
const isModified = ({ name }: Residue): boolean => !/^([DR]?[ACGTUI][53N]?|ADE|CYT|GUA|THY|URA|URI)$/.test(name);

/** Whether the sugars of a chain are those of DNA: none has O2'. */
export function isDna(residues: Residue[]): boolean {
  const sugars = residues.filter((residue) => residue.class === 'nucleic' && hasAtom(residue, "C2'", 'C2*'));
  return sugars.length > 0 && sugars.every((residue) => !hasAtom(residue, "O2'", 'O2*'));
}

const hasAtom = (residue: Residue, ...names: string[]): boolean => names.some((name) => findAtom(residue, name));
