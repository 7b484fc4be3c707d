/** One atom as its file has it. Coordinates in ångström. */
export interface Atom {
  /** Without the spaces of its column, e.g. `CA` or `HG11`. */
  name: string;
  altLoc: string;
  /** Upper case, e.g. `C` or `SE`; empty when neither the file nor the name tells it. */
  element: string;
  x: number;
  y: number;
  z: number;
  occupancy: number;
  bFactor: number;
}

/** What a residue is made of decides what tools do with it. A cap, such as ACE or NME, ends a chain of amino acids. */
export type ResidueClass = 'protein' | 'nucleic' | 'cap' | 'ligand' | 'water';

export interface Residue {
  /** Id of its chain, which no other chain of the structure has; `normalise` makes it one letter. */
  chain: string;
  /** The author's number and insertion code, which is mostly empty. Residues of one number are told apart by their order. */
  number: number;
  insertion: string;
  /** The component's name, e.g. `ALA`, `DA` or `ZYB`. */
  name: string;
  /**
   * The standard residue that it is a form of: `MET` for `MSE` and `NMET`, `U` for `PSU`, the name itself for standard
   * amino acids. Null for ligands, caps and residues without a known parent.
   */
  parent: string | null;
  class: ResidueClass;
  /** Written as HETATM. */
  isHet: boolean;
  atoms: Atom[];
}

export interface Chain {
  /** Never empty, and no other chain has it: the author's id, or one that was given (`origin`). */
  id: string;
  /** The id in the file: empty in many old files and in those of CHARMM, GROMACS and AMBER. */
  source: string;
  /** What tells the chain from others where its id in the file does not, e.g. `segment PROA`; null where that id does. */
  origin: string | null;
  residues: Residue[];
}

/** One model of a structure file, with what its header says. */
export interface Structure {
  /** The entry's id, e.g. `1UBQ`; null when the file names none. */
  id: string | null;
  title: string | null;
  /** In ångström; null for NMR models and predictions. */
  resolution: number | null;
  /** How many models the file has. */
  models: number;
  /** Chains in the order of their first atoms, residues in the order of the file. */
  chains: Chain[];
  /** What the file's owner should look at, e.g. chains without ids. */
  warnings: string[];
  /** What the column of B factors holds: pLDDT (0 to 100, or 0 to 1) in predictions. */
  bFactors: 'b' | 'plddt';
  /** Names of the residues in the sequence of each chain, by its id in the file; empty where the file has no sequences. */
  sequences: Map<string, string[]>;
}

export const residuesOf = (structure: Structure): Residue[] => structure.chains.flatMap(({ residues }) => residues);

export const atomsOf = (residues: Residue[]): Atom[] => residues.flatMap(({ atoms }) => atoms);

export const findAtom = ({ atoms }: Residue, name: string): Atom | undefined =>
  atoms.find((atom) => atom.name === name);

export const isHydrogen = ({ element }: Atom): boolean => element === 'H' || element === 'D';

/** Amino acid residues, modified ones included. */
export const proteinOf = (chain: Chain): Residue[] => chain.residues.filter((residue) => residue.class === 'protein');

/** A residue as messages and rows name it: `A:MSE151`, with its insertion code. */
export const residueName = ({ chain, name, number, insertion }: Residue): string =>
  `${chain}:${name}${number}${insertion}`;
