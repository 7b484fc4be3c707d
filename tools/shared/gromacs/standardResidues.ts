import type { Residue } from '../structure/structure.ts';

/** Heavy atoms of the side chains of the standard amino acids (PDB Chemical Component Dictionary). */
const sideChains: Record<string, string> = {
  ...{ ALA: 'CB', GLY: '', SER: 'CB OG', CYS: 'CB SG', THR: 'CB OG1 CG2', VAL: 'CB CG1 CG2', PRO: 'CB CG CD' },
  ...{ ASN: 'CB CG OD1 ND2', ASP: 'CB CG OD1 OD2', LEU: 'CB CG CD1 CD2', ILE: 'CB CG1 CG2 CD1', MET: 'CB CG SD CE' },
  ...{ GLN: 'CB CG CD OE1 NE2', GLU: 'CB CG CD OE1 OE2', LYS: 'CB CG CD CE NZ', HIS: 'CB CG ND1 CD2 CE1 NE2' },
  ...{ ARG: 'CB CG CD NE CZ NH1 NH2', PHE: 'CB CG CD1 CD2 CE1 CE2 CZ', TYR: 'CB CG CD1 CD2 CE1 CE2 CZ OH' },
  ...{ TRP: 'CB CG CD1 CD2 NE1 CE2 CE3 CZ2 CZ3 CH2' },
};

/** Names of protonation states: GROMACS sets the hydrogens anew, and each of its force fields has other names. */
const sameAs: Record<string, string> = {
  ...{ HID: 'HIS', HIE: 'HIS', HIP: 'HIS', HSD: 'HIS', HSE: 'HIS', HSP: 'HIS' },
  ...{ CYX: 'CYS', CYM: 'CYS', ASH: 'ASP', GLH: 'GLU', LYN: 'LYS' },
};

const BACKBONE = ['N', 'CA', 'C', 'O'];

const nameOf = (residue: Residue): string => sameAs[residue.name] ?? residue.name;

/** Heavy atoms that a residue needs and lacks; undefined for one that the force fields do not know. */
export function missingAtoms(residue: Residue): string[] | undefined {
  const wanted = sideChains[nameOf(residue)];
  if (wanted === undefined) return undefined;
  const has = new Set(residue.atoms.map(({ name }) => name));
  return [...BACKBONE, ...wanted.split(' ').filter(Boolean)].filter((name) => !has.has(name));
}

/** The residue with its standard name and atoms alone, and with the second oxygen at the end of a chain. */
export function standardResidue(residue: Residue, isLast: boolean): Residue {
  const name = nameOf(residue);
  const known = new Set([...BACKBONE, ...(sideChains[name] ?? '').split(' '), ...(isLast ? ['OXT'] : [])]);
  return { ...residue, name, isHet: false, atoms: residue.atoms.filter((atom) => known.has(atom.name)) };
}
