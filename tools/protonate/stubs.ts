import { findAtom, isHydrogen, type Residue, type Structure } from '../shared/structure/structure.ts';
import { distance, pointOf } from '../shared/structure/vectors.ts';

/** Number of atoms from which PDB2PQR places another atom. */
const NEEDED = 3;

/** Longest distance of a peptide bond, in ångström. Real bonds are 1.33 long. */
const PEPTIDE_BOND = 1.7;

/**
 * Returns the structure without the residues that PDB2PQR cannot build, and those residues. PDB2PQR places each missing
 * atom by three others, of the residue itself or across its peptide bonds, and fails without them
 * (Electrostatics/pdb2pqr #361).
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
