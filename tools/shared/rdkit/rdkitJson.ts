import type { Mol } from '@rdkit/rdkit';

export interface JsonAtom {
  /** Atomic number; 0 is a dummy atom. */
  z: number;
  impHs: number;
  chg: number;
  /** Number of unpaired electrons. */
  nRad: number;
  isotope: number;
}

export interface JsonBond {
  bo: number;
  /** `cis`, `trans` or `either`; for axes `atrop_cw` or `atrop_ccw`. */
  stereo: string;
  atoms: [number, number];
}

/** Returns the atoms and bonds of RDKit's JSON format, with its defaults filled in. */
export function readJson(mol: Mol): { atoms: JsonAtom[]; bonds: JsonBond[] } {
  const { defaults, molecules } = JSON.parse(mol.get_json());
  const { atoms = [], bonds = [] } = molecules[0] ?? {};
  return {
    atoms: atoms.map((atom: object) => ({ ...defaults.atom, ...atom })),
    bonds: bonds.map((bond: object) => ({ ...defaults.bond, ...bond })),
  };
}
