import type { Problem, ToolInput } from '../contract.ts';
import type { AlignmentRow } from '../shared/msa/openRows.ts';
import type { ReadNotes } from '../shared/notes.ts';
import { readAlignment } from '../shared/readInputs.ts';
import { numbered } from '../shared/uniqueNames.ts';
import { database } from './tool.ts';

/** An alignment of a family. */
export interface Family {
  name: string;
  inputId: string;
  rows: AlignmentRow[];
}

/** Reads the alignments of the database, each apart from the others. Equal labels get `_2`, `_3`, … */
export function readFamilies(inputs: ToolInput[]) {
  const families: Family[] = [];
  const problems: Problem[] = [];
  const notes: ReadNotes[] = [];
  let count = 0;
  for (const [i, input] of inputs.entries()) {
    if (input.slotId !== database.id) continue;
    count++;
    const read = readAlignment([input], database);
    for (const { path, message } of read.problems)
      problems.push({ path: path.replace('input.inputs[0]', `input.inputs[${i}]`), message });
    notes.push(read);
    families.push({ name: input.label ?? input.id, inputId: input.id, rows: read.records });
  }
  const names = numbered(families.map(({ name }) => name));
  return { families: families.map((family, i) => ({ ...family, name: names[i]! })), count, problems, notes };
}
