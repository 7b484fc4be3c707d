import type { Notes } from '../shared/notes.ts';
import type { Changes } from '../shared/structure/normalise.ts';
import { noteChanges, noteLetters, noteReading, noteResidues } from '../shared/structure/noteStructure.ts';
import type { StructureRecord } from '../shared/structure/readStructures.ts';
import { isHydrogen, type Residue, residueName } from '../shared/structure/structure.ts';
import type { MergedResidue } from './merge.ts';
import { type ChainPlan, keptHeterogens, type RepairSettings } from './plan.ts';
import { isD } from './stereo.ts';

interface Repaired {
  record: StructureRecord & { inputId: string };
  changes: Changes;
  plans: ChainPlan[];
  merged: MergedResidue[];
  settings: RepairSettings;
}

/**
 * Shortest distance without a warning, in ångström. It is the length of the shortest hydrogen bonds; other heavy atoms
 * that are not bonded are farther apart.
 */
const CLASH = 2.4;

/** Records what was not used of a structure, and warns of results that its owner should check. */
export function leaveNotes(notes: Notes, repaired: Repaired, contact: number | null): void {
  const { record, changes, plans, settings } = repaired;
  const { inputId, name } = record;
  noteReading(notes, record);
  noteChanges(notes, record, changes);
  noteLetters(notes, record);
  const others = plans.flatMap(({ chain }) => [...chain.ligands, ...chain.waters]);
  const kept = new Set(plans.flatMap(({ chain }) => keptHeterogens(chain, settings)));
  const dropped = others.filter((residue) => !kept.has(residue));
  noteResidues(notes, record, dropped, 'the setting `heterogens` leaves it out');
  for (const { unbuilt, warnings } of plans) {
    for (const { names, reason } of unbuilt) notes.leftOut(inputId, name, 'residue', names, reason);
    for (const warning of warnings) notes.warn(inputId, name, warning);
  }
  warnOfResidues(notes, repaired);
  if (contact !== null && contact < CLASH)
    notes.warn(inputId, name, `an added atom is ${contact} Å from another residue: minimise before use`);
}

function warnOfResidues(notes: Notes, { record: { inputId, name }, merged, settings }: Repaired): void {
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
