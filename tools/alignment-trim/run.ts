import { type Run, type Settings, ToolError, type ToolRun } from '../contract.ts';
import { writeFasta } from '../shared/fasta.ts';
import { kindOfRows } from '../shared/msa/alphabet.ts';
import type { AlignmentRow } from '../shared/msa/openRows.ts';
import { giveFormatted } from '../shared/native/giveAlignment.ts';
import { Notes } from '../shared/notes.ts';
import { alignmentPicture } from '../shared/pictures/alignment.ts';
import { PICTURE } from '../shared/ports.ts';
import { type Records, readAlignment } from '../shared/readInputs.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { writeTsv } from '../shared/tsv.ts';
import { check, whatIsLost } from './check.ts';
import { alignment } from './tool.ts';
import { type TrimOptions, trim } from './trim.ts';

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const read = readAlignment(job.inputs, alignment);
  const { records } = read;
  const options = job.settings as Settings & TrimOptions;
  const kept = trim(
    records.map(({ row }) => row),
    options,
  );
  const lost = whatIsLost(kept, options);
  if (lost) throw new ToolError(lost.message);
  const { rows, columns } = kept;
  const trimmed = rows.map((i) => {
    const { name, description, row } = records[i]!;
    return { name, description, sequence: columns.map((column) => row[column]).join('') };
  });
  const place = { sourceInputIds: [job.inputs[0]!.id] };
  job.file('trimmed', 'trimmed.afa', writeFasta(trimmed), place);
  const report = {
    columns_in: records[0]!.row.length,
    columns_out: columns.length,
    rows_in: records.length,
    rows_out: rows.length,
  };
  job.item('report', report, place);
  const numbers = columns.map((column, i) => ({ column: i + 1, before: column + 1 }));
  job.file('kept_columns', 'columns.tsv', writeTsv(['column', 'before'], numbers), place);
  const isProtein = kindOfRows(records, options.alphabet) === 'protein';
  giveFormatted(job, trimmed, isProtein, 'trimmed', place);
  job.file(PICTURE, 'trimmed.svg', alignmentPicture('Trimmed alignment', trimmed, isProtein), place);
  giveNotes(job, read, kept);
  job.progress(1, 1);
};

const reasonOf = ({ method }: Settings): string =>
  method === 'gaps' ? 'has more gaps than max_gap_fraction' : `dropped by the method ${method}`;

function giveNotes(job: ToolRun, read: Records<AlignmentRow>, kept: { rows: number[]; columns: number[] }): void {
  const notes = new Notes(job);
  notes.read(read);
  const { id, label } = job.inputs[0]!;
  const of = label ?? id;
  const [rows, columns] = [new Set(kept.rows), new Set(kept.columns)];
  const dropped = [...read.records[0]!.row].flatMap((_, i) => (columns.has(i) ? [] : [i]));
  const isEmpty = (column: number) => read.records.every(({ row }) => row[column] === '-');
  const [empty, gappy] = [dropped.filter(isEmpty), dropped.filter((column) => !isEmpty(column))];
  const numbers = (list: number[]) => list.map((column) => String(column + 1));
  notes.leftOut(id, of, 'column', numbers(empty), 'has gaps alone');
  notes.leftOut(id, of, 'column', numbers(gappy), reasonOf(job.settings));
  const names = read.records.flatMap(({ name }, i) => (rows.has(i) ? [] : [name]));
  notes.leftOut(id, of, 'row', names, 'has no residue left, or fewer than min_row_coverage');
}
