import type { Run, ToolRun } from '../contract.ts';
import { writeFasta } from '../shared/fasta.ts';
import { forEachPair } from '../shared/msa/identities.ts';
import type { AlignmentRow } from '../shared/msa/openRows.ts';
import { goOn } from '../shared/pause.ts';
import { PICTURE } from '../shared/ports.ts';
import { readAlignment } from '../shared/readInputs.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { check } from './check.ts';
import { type Column, columnsOf, round } from './conservation.ts';
import { conservationProfile } from './picture.ts';
import { alignment } from './tool.ts';

/** Between two looks at the stop signal. */
const COLUMNS_PER_PAUSE = 500;

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const { records } = readAlignment(job.inputs, alignment);
  const rows = records.map(({ row }) => row);
  const place = { sourceInputIds: [job.inputs[0]!.id] };
  const total = rows[0]!.length;
  const columns: Column[] = [];
  for (const column of columnsOf(rows)) {
    job.item('columns', column, place);
    const done = columns.push(column);
    job.progress(done, total);
    if (done % COLUMNS_PER_PAUSE === 0 && !(await goOn(job.signal))) break;
  }
  const sequence = consensusOf(columns);
  if (sequence) job.file('consensus', 'consensus.fasta', writeFasta([{ name: 'consensus', sequence }]), place);
  const meanIdentity = job.settings.matrix && (await goOn(job.signal)) ? await writeMatrix(job, records) : null;
  job.file(PICTURE, 'conservation.svg', conservationProfile(columns, rows.length), place);
  const occupied = columns.filter(({ consensus }) => consensus !== '-');
  job.item(
    'summary',
    {
      rows: rows.length,
      columns: columns.length,
      invariant_columns: columns.filter(({ frequency }) => frequency === 1).length,
      columns_with_few_gaps: columns.filter((column) => column.gap_fraction <= 0.1).length,
      mean_entropy_bits: round(occupied.reduce((sum, column) => sum + column.entropy_bits, 0) / occupied.length),
      mean_identity: meanIdentity,
      consensus_length: sequence.length,
    },
    place,
  );
};

function consensusOf(columns: Column[]): string {
  return columns
    .filter((column) => column.gap_fraction <= 0.5 && column.consensus !== '-')
    .map(({ consensus }) => consensus)
    .join('');
}

/** A square table, to four decimals; pairs without a common column are empty. Answers the mean, null when stopped. */
async function writeMatrix(job: ToolRun, records: AlignmentRow[]): Promise<number | null> {
  const cells = records.map((_, i) => records.map((_, j): string => (i === j ? '1' : '')));
  let [sum, pairs] = [0, 0];
  const rows = records.map(({ row }) => row);
  const finished = await forEachPair(rows, job.signal, (i, j, { identical, compared }) => {
    if (compared === 0) return;
    sum += identical / compared;
    pairs++;
    cells[i]![j] = cells[j]![i] = String(Number((identical / compared).toFixed(4)));
  });
  if (!finished) return null;
  const names = records.map(({ name }) => name);
  const lines = [['', ...names], ...cells.map((row, i) => [names[i]!, ...row])].map((line) => `${line.join('\t')}\n`);
  job.file('identity_matrix', 'identity_matrix.tsv', lines.join(''), { sourceInputIds: [job.inputs[0]!.id] });
  return pairs === 0 ? null : round(sum / pairs);
}
