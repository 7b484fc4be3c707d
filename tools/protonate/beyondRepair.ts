import { withKnownParent } from '../shared/native/programResidues.ts';
import { asParent, heavyAtomsOf } from '../shared/structure/residues.ts';
import { findAtom, type Residue, residuesOf, type Structure } from '../shared/structure/structure.ts';

/** PDB2PQR's `REPAIR_LIMIT`: the largest part of all heavy atoms that may be missing. */
const REPAIR_LIMIT = 0.1;

/** Returns why PDB2PQR cannot complete the amino acids of a structure without stubs, or undefined if it can. */
export function beyondRepair(structure: Structure): string | undefined {
  const residues = residuesOf(structure).filter(({ class: kind, parent }) => kind === 'protein' && parent !== null);
  const counts = residues.map(countHeavyAtoms);
  const [there, wanted] = [sumOf(counts.map((one) => one.there)), sumOf(counts.map((one) => one.wanted))];
  if (wanted - there <= REPAIR_LIMIT * wanted) return undefined;
  return `${wanted - there} of ${wanted} heavy atoms of amino acids are missing, PDB2PQR completes 10 % at most; structure-repair adds them`;
}

/** Returns how many heavy atoms of its parent a residue has, and how many the parent has. */
function countHeavyAtoms(residue: Residue): { there: number; wanted: number } {
  const parent = asParent(withKnownParent(residue));
  const names = heavyAtomsOf(parent.name) ?? [];
  return { there: names.filter((name) => findAtom(parent, name)).length, wanted: names.length };
}

const sumOf = (numbers: number[]): number => numbers.reduce((sum, one) => sum + one, 0);
