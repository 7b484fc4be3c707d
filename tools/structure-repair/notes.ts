import type { Notes } from '../shared/notes.ts';
import { isHydrogen, type Residue, residueName, residuesOf, type Structure } from '../shared/structure/structure.ts';
import type { MergedResidue } from './merge.ts';
import { type ChainPlan, keptHeterogens, type RepairSettings } from './plan.ts';
import { isD } from './stereo.ts';

interface Repaired {
  inputId: string;
  name: string;
  structure: Structure;
  plans: ChainPlan[];
  merged: MergedResidue[];
  settings: RepairSettings;
}

/** Ångström. Heavy atoms that are not bonded come no closer than in the shortest hydrogen bonds. */
const CLASH = 2.4;

/** Says what of a structure was not used, and what its owner should look at. */
export function leaveNotes(notes: Notes, repaired: Repaired, contact: number | null): void {
  const { inputId, name, structure, plans, settings } = repaired;
  const left = (what: Parameters<Notes['leftOut']>[2], names: string[], reason: string) =>
    notes.leftOut(inputId, name, what, names, reason);
  const withHydrogens = residuesOf(structure).filter(({ atoms }) => atoms.some(isHydrogen));
  left(
    'hydrogen',
    withHydrogens.map(residueName),
    'hydrogens are placed anew, or left out by the setting `add_hydrogens`',
  );
  left('alternate', withAlternates(structure), 'one location of each atom is used, the first');
  const chains = plans.map(({ chain }) => chain);
  const dropped = (of: Residue[][]) => of.flatMap((residues) => residues.map(residueName));
  const kept = new Set(plans.flatMap(({ chain }) => keptHeterogens(chain, settings)));
  const away = (residues: Residue[]) => residues.filter((residue) => !kept.has(residue));
  left('ligand', dropped(chains.map(({ ligands }) => away(ligands))), 'the setting `heterogens` leaves it out');
  left('water', dropped(chains.map(({ waters }) => away(waters))), 'the setting `heterogens` leaves it out');
  for (const { unbuilt, warnings } of plans) {
    for (const { names, reason } of unbuilt) left('residue', names, reason);
    for (const warning of warnings) notes.warn(inputId, name, warning);
  }
  if (structure.models > 1) notes.warn(inputId, name, `the file has ${structure.models} models; one was repaired`);
  warnOfResidues(notes, repaired);
  if (contact !== null && contact < CLASH)
    notes.warn(inputId, name, `an added atom is ${contact} Å from another residue: minimise before use`);
}

function withAlternates(structure: Structure): string[] {
  const has = ({ atoms }: Residue) => new Set(atoms.map(({ altLoc }) => altLoc).filter(Boolean)).size > 1;
  return residuesOf(structure).filter(has).map(residueName);
}

function warnOfResidues(notes: Notes, { inputId, name, merged, settings }: Repaired): void {
  const warn = (residues: Residue[], what: string) => {
    if (residues.length > 0) notes.warn(inputId, name, `${what}: ${residues.slice(0, 20).map(residueName).join(', ')}`);
  };
  const residues = merged.map(({ residue }) => residue);
  warn(
    residues.filter((residue) => residue.class === 'protein' && isD(residue)),
    'D-amino acids are left as they are',
  );
  const lacking = residues.filter(({ atoms }) => settings.add_hydrogens && !atoms.some(isHydrogen));
  warn(
    lacking.filter(({ atoms }) => atoms.some(({ element }) => element === 'C')),
    'no hydrogens were added, because only standard residues have known ones',
  );
}
