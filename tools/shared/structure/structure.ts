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

/** What a residue is made of decides what tools do with it. */
export type ResidueClass = 'protein' | 'nucleic' | 'ligand' | 'water';

export interface Residue {
  /** The author's chain id; empty in old files. */
  chain: string;
  /** The author's number and insertion code, which is mostly empty. */
  number: number;
  insertion: string;
  /** The component's name, e.g. `ALA`, `DA` or `ZYB`. */
  name: string;
  class: ResidueClass;
  /** Written as HETATM. */
  isHet: boolean;
  atoms: Atom[];
}

export interface Chain {
  id: string;
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
