import type { Notes } from '../notes.ts';
import type { RemovedFragment } from '../rdkit/parent.ts';
import type { FromInput } from '../readInputs.ts';
import type { PreparedLigand } from './prepareLigand.ts';
import type { LigandRecord } from './readLigands.ts';

type Of = Pick<FromInput<LigandRecord>, 'inputId' | 'name'>;

/** Tells what of a prepared molecule its owner should look at. */
export function notePrepared(notes: Notes, of: Of, prepared: Partial<PreparedLigand>): void {
  const { open = [], minimized = true, smiles, removed = [] } = prepared;
  noteFragments(notes, of, removed);
  if (open.length > 0)
    notes.warn(of.inputId, of.name, `the input leaves ${open.join(', ')} open; one stereoisomer was made: ${smiles}`);
  if (!minimized)
    notes.warn(of.inputId, of.name, 'its coordinates could not be minimised: they are as they were generated');
}

/** The fragments that a molecule was used without, one row for each reason. */
export function noteFragments(notes: Notes, { inputId, name }: Of, removed: RemovedFragment[]): void {
  for (const [why, fragments] of Map.groupBy(removed, ({ why }) => why))
    notes.leftOut(inputId, name, 'fragment', fragments.map(fragmentName), why);
}

/** Of a column: `lactobionate, O`. */
export const fragmentNames = (removed: RemovedFragment[]): string => removed.map(fragmentName).join(', ');

const fragmentName = ({ name, smiles }: RemovedFragment): string => name ?? smiles;
