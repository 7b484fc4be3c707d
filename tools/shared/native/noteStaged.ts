import type { Notes } from '../notes.ts';
import { noteChanges, noteReading, noteResidues } from '../structure/noteStructure.ts';
import type { StructureRecord } from '../structure/readStructures.ts';
import { residueName } from '../structure/structure.ts';
import type { Staged } from './stageStructure.ts';

const MAX_NAMED = 20;

const listed = (names: string[]): string =>
  names.slice(0, MAX_NAMED).join(', ') + (names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '');

/**
 * Notes about a structure that was written for a program: what reading and writing left out, and which chains and
 * residues have other names in the program's files. `reason` is why other residues are not used.
 */
export function noteStaged(
  notes: Notes,
  record: Pick<StructureRecord, 'name' | 'structure' | 'left'> & { inputId: string },
  staged: Staged,
  reason: string,
): void {
  noteReading(notes, record);
  noteChanges(notes, record, staged.changes);
  noteResidues(notes, record, staged.unused, reason);
  for (const text of otherNames(staged)) notes.warn(record.inputId, record.name, text);
}

/** Returns warnings about names that differ between rows and the program's files. */
function otherNames({ residues, renumbered }: Staged): string[] {
  const chains = new Map(residues.map(({ original, written }) => [original.chain, written.chain]));
  const others = [...chains].filter(([id, letter]) => id !== letter).map(([id, letter]) => `chain ${id} is ${letter}`);
  const parents = residues
    .filter(({ original, written }) => original.name !== written.name)
    .map(({ original, written }) => `${residueName(original)} as ${written.name}`);
  return [
    ...(others.length > 0 ? [`in the files of the program ${listed(others)}`] : []),
    ...(renumbered
      ? [
          `numbers of residues do not fit in a PDB file: in the files of the program they are counted from 1 in each chain`,
        ]
      : []),
    ...(parents.length > 0 ? [`the program was given ${listed(parents)}; rows have the names of the input`] : []),
  ];
}
