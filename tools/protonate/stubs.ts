import { findAtom, isHydrogen, type Residue, type Structure } from '../shared/structure/structure.ts';
import { distance, pointOf } from '../shared/structure/vectors.ts';

/** Atoms from whose places PDB2PQR builds another one. */
const NEEDED = 3;

/** Ångström; a peptide bond has 1.33. */
const PEPTIDE_BOND = 1.7;

/**
 * Returns the structure without residues that PDB2PQR cannot build, and those residues. PDB2PQR places each missing atom by
 * three others, of the residue itself or across its peptide bonds, and fails without them (Electrostatics/pdb2pqr #361).
 */
export function withoutStubs(structure: Structure): { structure: Structure; stubs: Residue[] } {
  const stubs = structure.chains.flatMap(({ residues }) => residues.filter((_, i) => isStub(residues, i)));
  const chains = structure.chains.map((chain) => ({
    ...chain,
    residues: chain.residues.filter((residue) => !stubs.includes(residue)),
  }));
  return { structure: { ...structure, chains }, stubs };
}

function isStub(residues: Residue[], index: number): boolean {
  const residue = residues[index]!;
  if (residue.class !== 'protein') return false;
  const names = new Set(residue.atoms.filter((atom) => !isHydrogen(atom)).map(({ name }) => name));
  const bonds = [isBonded(residues[index - 1], residue), isBonded(residue, residues[index + 1])].filter(Boolean).length;
  return names.size + bonds < NEEDED;
}

function isBonded(before: Residue | undefined, after: Residue | undefined): boolean {
  const [c, n] = [before && findAtom(before, 'C'), after && findAtom(after, 'N')];
  return c !== undefined && n !== undefined && distance(pointOf(c), pointOf(n)) < PEPTIDE_BOND;
}
