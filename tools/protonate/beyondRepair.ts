import { withKnownParent } from '../shared/native/programResidues.ts';
import { asParent, heavyAtomsOf } from '../shared/structure/residues.ts';
import { findAtom, type Residue, residueName, residuesOf, type Structure } from '../shared/structure/structure.ts';

/** PDB2PQR's `REPAIR_LIMIT`, in missing of all heavy atoms. */
const REPAIR_LIMIT = 0.1;

/** PDB2PQR places a missing atom by three others of its residue. */
const MIN_ATOMS = 3;

/** Why PDB2PQR cannot complete the amino acids of a structure; undefined where it can. */
export function beyondRepair(structure: Structure): string | undefined {
  const residues = residuesOf(structure).filter(({ class: kind, parent }) => kind === 'protein' && parent !== null);
  const parts = residues.map(atomsThere);
  const [there, wanted] = [sumOf(parts.map((part) => part.there)), sumOf(parts.map((part) => part.wanted))];
  const poor = parts.find((part) => part.there < Math.min(MIN_ATOMS, part.wanted));
  if (poor)
    return `${residueName(poor.residue)} has ${poor.there} of its ${poor.wanted} heavy atoms, too few to build it from; structure-repair may, or choose other residues by the setting \`residues\``;
  if (wanted - there <= REPAIR_LIMIT * wanted) return undefined;
  return `${wanted - there} of ${wanted} heavy atoms of amino acids are missing, PDB2PQR completes 10 % at most; structure-repair adds them`;
}

interface Part {
  residue: Residue;
  there: number;
  wanted: number;
}

/** How many heavy atoms of the parent a residue has. */
function atomsThere(residue: Residue): Part {
  const parent = asParent(withKnownParent(residue));
  const names = heavyAtomsOf(parent.name) ?? [];
  return { residue, there: names.filter((name) => findAtom(parent, name)).length, wanted: names.length };
}

const sumOf = (numbers: number[]): number => numbers.reduce((sum, one) => sum + one, 0);
