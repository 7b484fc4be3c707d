import { noteMolecule } from '../moleculeTools.ts';
import type { Notes } from '../notes.ts';
import type { FromInput } from '../readInputs.ts';
import type { PreparedLigand } from './prepareLigand.ts';
import type { LigandRecord } from './readLigands.ts';

/** Notes what was left out of a prepared molecule, and warns of what its owner should check. */
export function notePrepared(notes: Notes, record: FromInput<LigandRecord>, prepared: Partial<PreparedLigand>): void {
  const { minimized = true, removed = [], warnings = [] } = prepared;
  noteMolecule(notes, record, { removed, warnings });
  if (!minimized)
    notes.warn(record.inputId, record.name, 'its coordinates could not be minimised: they are as they were generated');
}
