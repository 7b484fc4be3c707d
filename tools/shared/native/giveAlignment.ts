import type { Program, ToolRun } from '../../contract.ts';
import { type SequenceRecord, writeFasta } from '../fasta.ts';
import type { AlignedRow } from '../msa/writeAlignment.ts';
import { alignmentPicture } from '../pictures/alignment.ts';
import { PICTURE } from '../ports.ts';
import type { FromInput } from '../readInputs.ts';
import { alignedRows } from './alignedRows.ts';

/** Checks what the program wrote, gives it out with the users' names and residues, and answers its rows. */
export function giveAlignment(
  job: ToolRun,
  program: Program,
  text: string,
  records: FromInput<SequenceRecord>[],
  strategy: string | null,
): AlignedRow[] {
  const rows = alignedRows(program, text, records);
  const place = { sourceInputIds: [...new Set(records.map(({ inputId }) => inputId))] };
  const named = rows.map(({ record: { name, description }, sequence }) => ({ name, description, sequence }));
  job.file('alignment', 'alignment.afa', writeFasta(named), place);
  job.item('summary', { sequences: rows.length, columns: rows[0]!.sequence.length, strategy }, place);
  const isProtein = job.inputs[0]!.kind === 'protein';
  job.file(PICTURE, 'alignment.svg', alignmentPicture('Alignment', named, isProtein), place);
  job.progress(100, 100);
  return named;
}
