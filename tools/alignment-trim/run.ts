import { type Run, type Settings, ToolError } from '../contract.ts';
import { writeFasta } from '../shared/fasta.ts';
import { areNucleotides } from '../shared/msa/nucleotides.ts';
import { alignmentPicture } from '../shared/pictures/alignment.ts';
import { PICTURE } from '../shared/ports.ts';
import { readAlignment } from '../shared/readInputs.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { check } from './check.ts';
import { alignment } from './tool.ts';
import { type TrimOptions, trim } from './trim.ts';

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const { records } = readAlignment(job.inputs, alignment);
  const options = job.settings as Settings & TrimOptions;
  const { rows, columns } = trim(
    records.map(({ row }) => row),
    options,
  );
  if (columns.length === 0)
    throw new ToolError(`no column left: all have gaps in more than ${options.max_gap_fraction} of the rows`);
  if (rows.length === 0)
    throw new ToolError(`no row left: all have residues in less than ${options.min_row_coverage} of the columns`);
  const kept = rows.map((i) => {
    const { name, description, row } = records[i]!;
    return { name, description, sequence: columns.map((column) => row[column]).join('') };
  });
  const place = { sourceInputIds: [job.inputs[0]!.id] };
  job.file('trimmed', 'trimmed.afa', writeFasta(kept), place);
  const report = {
    columns_in: records[0]!.row.length,
    columns_out: columns.length,
    rows_in: records.length,
    rows_out: rows.length,
  };
  job.item('report', report, place);
  const isProtein = !areNucleotides(kept.map(({ sequence }) => sequence));
  job.file(PICTURE, 'trimmed.svg', alignmentPicture('Trimmed alignment', kept, isProtein), place);
  job.progress(1, 1);
};
