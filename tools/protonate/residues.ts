import { withKnownParent } from '../shared/native/programResidues.ts';
import { stateOf } from '../shared/structure/protonationStates.ts';
import { asParent, isForceFieldName } from '../shared/structure/residues.ts';
import { isHydrogen, type Residue, residueName } from '../shared/structure/structure.ts';

/** States for which the force fields of PDB2PQR have charges. */
const known: Record<string, string[]> = {
  AMBER: ['HID', 'HIE', 'HIP', 'ASH', 'GLH', 'LYN', 'CYM'],
  CHARMM: ['HID', 'HIE', 'HIP', 'ASH', 'GLH'],
  PARSE: ['HID', 'HIE', 'HIP', 'ASH', 'GLH', 'LYN'],
};

/** Charge of modified residues at pH 7, in addition to the charge of their parent. */
const otherCharges: Record<string, number> = {
  ...{ SEP: -2, TPO: -2, PTR: -2, NEP: -2, TYS: -1, CGU: -1, KCX: -2, LLP: -2, CSD: -1, OCS: -1, ALY: -1, FME: -1 },
};

export interface Prepared {
  /** The residue as PDB2PQR knows it, without atoms that have no charges. */
  residue: Residue;
  /** The protonation state in the residue's name. PDB2PQR keeps it at any pH. */
  state: string | undefined;
  /** A warning for the owner of the job. */
  warning: string | undefined;
  /** Names of the atoms that are left out. */
  lost: string[];
}

/** Returns a protein residue as PDB2PQR takes it: a standard residue in the protonation state that its name says. */
export function prepare(residue: Residue, forcefield: string): Prepared {
  const parent = asParent(withKnownParent(residue));
  const name = residue.name.length === 4 && /^[NC]/.test(residue.name) ? residue.name.slice(1) : residue.name;
  const state = parent === residue ? undefined : (stateOf.get(residue.name) ?? stateOf.get(name));
  const kept = new Set(parent.atoms.map((atom) => `${atom.x} ${atom.y} ${atom.z}`));
  const lost = residue.atoms
    .filter((atom) => !isHydrogen(atom) && !kept.has(`${atom.x} ${atom.y} ${atom.z}`))
    .map((atom) => atom.name);
  if (state && !known[forcefield]!.includes(state)) {
    const warning = `${residueName(residue)} is ${parent.name}: ${forcefield} has no charges for ${state}`;
    return { residue: parent, state: undefined, lost, warning };
  }
  const prepared = state ? { ...parent, name: state } : parent;
  return {
    residue: prepared,
    state,
    lost,
    warning: isOther(residue, parent) ? lossOf(residue, parent.name, lost) : undefined,
  };
}

/** Returns whether the residues differ in more than a name that a force field gives. */
const isOther = (residue: Residue, parent: Residue): boolean =>
  parent.name !== residue.name && !isForceFieldName(residue.name) && residue.name !== 'MSE';

function lossOf(residue: Residue, parent: string, lost: string[]): string {
  const charge = otherCharges[residue.name];
  const missing =
    charge === undefined
      ? 'what it has more or less in charge is not counted'
      : `the charge of about ${charge} that it has more at pH 7 is not counted`;
  const without = lost.length > 0 ? `, without ${lost.join(', ')}` : '';
  return `${residueName(residue)} is computed as ${parent}${without}: ${missing}`;
}
