import type { Program, ToolRun } from '../../contract.ts';
import { writeFasta } from '../fasta.ts';
import { type AlignedRow, otherAlignmentFormats, writeAlignment } from '../msa/writeAlignment.ts';
import { Notes } from '../notes.ts';
import { alignmentPicture } from '../pictures/alignment.ts';
import { PICTURE } from '../ports.ts';
import { alignedRows } from './alignedRows.ts';
import type { Unaligned } from './aligner.ts';

/**
 * Checks the program's alignment and writes it with the users' names and residues. Rows are in the order of the input,
 * or with `keepsOrder` in the order of the program.
 */
export function giveAlignment(
  job: ToolRun,
  program: Program,
  text: string,
  read: Unaligned,
  strategy: string | null,
  { keepsOrder = false } = {},
): void {
  const { records, isProtein } = read;
  const rows = alignedRows(program, text, records);
  if (!keepsOrder) rows.sort((a, b) => a.index - b.index);
  const place = { sourceInputIds: [...new Set(records.map(({ inputId }) => inputId))] };
  const named = rows.map(({ record: { name, description }, sequence }) => ({ name, description, sequence }));
  job.file('alignment', 'alignment.afa', writeFasta(named), place);
  job.item('summary', { sequences: rows.length, columns: rows[0]!.sequence.length, strategy }, place);
  giveFormatted(job, named, isProtein, 'alignment', place);
  job.file(PICTURE, 'alignment.svg', alignmentPicture('Alignment', named, isProtein), place);
  new Notes(job).read(read);
  job.progress(100, 100);
}

/** Writes the alignment in the format of the setting `output`, in addition to aligned FASTA. */
export function giveFormatted(
  job: ToolRun,
  rows: AlignedRow[],
  isProtein: boolean,
  name: string,
  place: Parameters<ToolRun['file']>[3],
): void {
  const format = Object.keys(otherAlignmentFormats).find((other) => other === job.settings.output);
  if (format === undefined) return;
  const other = format as keyof typeof otherAlignmentFormats;
  const text = writeAlignment(rows, other, isProtein);
  job.file('formatted', `${name}.${otherAlignmentFormats[other]}`, text, place);
}
