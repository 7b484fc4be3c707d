import type { Run, ToolRun } from '../contract.ts';
import { writeFasta } from '../shared/fasta.ts';
import { kindOfRows, noteAlphabet } from '../shared/msa/alphabet.ts';
import type { AlignmentRow } from '../shared/msa/openRows.ts';
import { forEachPair, numberedRows } from '../shared/msa/pairCounts.ts';
import { Notes } from '../shared/notes.ts';
import { goOn } from '../shared/pause.ts';
import { PICTURE } from '../shared/ports.ts';
import { readAlignment } from '../shared/readInputs.ts';
import { refuseProblems } from '../shared/refuse.ts';
import type { ResidueKind } from '../shared/residueCodes.ts';
import { check } from './check.ts';
import { type Column, columnsOf, round } from './conservation.ts';
import { conservationProfile } from './picture.ts';
import { alignment } from './tool.ts';
import { henikoffWeights } from './weights.ts';

/** Columns between two checks of the stop signal. */
const COLUMNS_PER_PAUSE = 500;

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const notes = new Notes(job);
  const read = readAlignment(job.inputs, alignment);
  notes.read(read);
  const { records } = read;
  const rows = records.map(({ row }) => row);
  const kind = kindOfRows(records, job.settings.alphabet);
  const weights = job.settings.weights === 'henikoff' ? henikoffWeights(rows, kind) : undefined;
  noteAlphabet(notes, job.inputs[0]!.id, records, job.settings.alphabet, kind);
  const place = { sourceInputIds: [job.inputs[0]!.id] };
  const total = rows[0]!.length;
  const columns: Column[] = [];
  for (const column of columnsOf(rows, { kind, weights })) {
    job.item('columns', column, place);
    const done = columns.push(column);
    job.progress(done, total);
    if (done % COLUMNS_PER_PAUSE === 0 && !(await goOn(job.signal))) break;
  }
  const sequence = consensusOf(columns);
  const consensusPort = kind === 'dna' ? 'consensus_nucleotides' : 'consensus';
  if (sequence) job.file(consensusPort, 'consensus.fasta', writeFasta([{ name: 'consensus', sequence }]), place);
  const meanIdentity = job.settings.matrix && (await goOn(job.signal)) ? await writeMatrix(job, records, kind) : null;
  job.file(PICTURE, 'conservation.svg', conservationProfile(columns, rows.length), place);
  const entropies = columns.flatMap(({ entropy_bits }) => (entropy_bits === null ? [] : [entropy_bits]));
  job.item(
    'summary',
    {
      rows: rows.length,
      columns: columns.length,
      alphabet: kind,
      invariant_columns: columns.filter(({ frequency }) => frequency === 1).length,
      columns_with_few_gaps: columns.filter((column) => column.gap_fraction <= 0.1).length,
      mean_entropy_bits:
        entropies.length === 0 ? null : round(entropies.reduce((sum, bits) => sum + bits, 0) / entropies.length),
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

/**
 * Writes a square table to four decimals; pairs without a common column are empty. Returns the mean, or null when
 * stopped.
 */
async function writeMatrix(job: ToolRun, records: AlignmentRow[], kind: ResidueKind): Promise<number | null> {
  const cells = records.map((_, i) => records.map((_, j): string => (i === j ? '1' : '')));
  let [sum, pairs] = [0, 0];
  const rows = numberedRows(
    records.map(({ row }) => row),
    kind,
  );
  const finished = await forEachPair(rows, job.signal, (i, j, { compared, different }) => {
    if (compared === 0) return;
    const identity = 1 - different / compared;
    sum += identity;
    pairs++;
    cells[i]![j] = cells[j]![i] = String(Number(identity.toFixed(4)));
  });
  if (!finished) return null;
  const names = records.map(({ name }) => name);
  const lines = [['', ...names], ...cells.map((row, i) => [names[i]!, ...row])].map((line) => `${line.join('\t')}\n`);
  job.file('identity_matrix', 'identity_matrix.tsv', lines.join(''), { sourceInputIds: [job.inputs[0]!.id] });
  return pairs === 0 ? null : round(sum / pairs);
}
