import type { ModelComparison } from './modelLines.ts';

/** One atom as in its file. Coordinates are in ångström. */
export interface Atom {
  /** Without the spaces of its column, e.g. `CA` or `HG11`. */
  name: string;
  altLoc: string;
  /** Upper case, e.g. `C` or `SE`; empty when neither the file nor the name states it. */
  element: string;
  x: number;
  y: number;
  z: number;
  occupancy: number;
  bFactor: number;
}

/**
 * The class of a residue, by which tools decide what to do with it. A cap, such as ACE or NME, ends a chain of amino
 * acids.
 */
export type ResidueClass = 'protein' | 'nucleic' | 'cap' | 'ligand' | 'water';

export interface Residue {
  /** Id of its chain, which is unique in the structure. `normalise` changes it to one letter. */
  chain: string;
  /** The author's number and insertion code; the code is usually empty. Several residues may have the same number. */
  number: number;
  insertion: string;
  /** The component's name, e.g. `ALA`, `DA` or `ZYB`. */
  name: string;
  /**
   * The standard residue of which this is a form: `MET` for `MSE` and `NMET`, `U` for `PSU`, the name itself for
   * standard amino acids. Null for ligands, caps and residues without a known parent.
   */
  parent: string | null;
  class: ResidueClass;
  /** Whether it is written as HETATM. */
  isHet: boolean;
  atoms: Atom[];
}

export interface Chain {
  /** Unique and never empty: the author's id, or an assigned one (`origin`). */
  id: string;
  /** The id in the file. It is empty in many old files, and in files of CHARMM, GROMACS and AMBER. */
  source: string;
  /**
   * What separates the chain from others when its id in the file does not, e.g. `segment PROA`; null when that id does.
   */
  origin: string | null;
  residues: Residue[];
}

/** One model of a structure file, with the data of its header. */
export interface Structure {
  /** The entry's id, e.g. `1UBQ`; null when the file has none. */
  id: string | null;
  title: string | null;
  /** In ångström; null for NMR models and predictions. */
  resolution: number | null;
  /** Number of models in the file. */
  models: number;
  /** How the models differ, by all their atom lines. */
  comparison: ModelComparison;
  /** Chains in the order of their first atoms, residues in the order of the file. */
  chains: Chain[];
  /** Warnings for the file's owner, e.g. about chains without ids. */
  warnings: string[];
  /** What the column of B factors holds. Predictions have pLDDT (0 to 100, or 0 to 1). */
  bFactors: 'b' | 'plddt';
  /**
   * Names of the residues in the sequence of each chain, by the chain's id in the file. Empty when the file has no
   * sequences.
   */
  sequences: Map<string, string[]>;
}

export const residuesOf = (structure: Structure): Residue[] => structure.chains.flatMap(({ residues }) => residues);

export const atomsOf = (residues: Residue[]): Atom[] => residues.flatMap(({ atoms }) => atoms);

export const findAtom = ({ atoms }: Residue, name: string): Atom | undefined =>
  atoms.find((atom) => atom.name === name);

export const isHydrogen = ({ element }: Atom): boolean => element === 'H' || element === 'D';

/** Returns the amino acid residues of a chain, including modified ones. */
export const proteinOf = (chain: Chain): Residue[] => chain.residues.filter((residue) => residue.class === 'protein');

/** Returns a residue's name in messages and rows: `A:MSE151`, with its insertion code. */
export const residueName = ({ chain, name, number, insertion }: Residue): string =>
  `${chain}:${name}${number}${insertion}`;
