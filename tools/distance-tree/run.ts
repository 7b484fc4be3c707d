import type { Run } from '../contract.ts';
import { kindOfRows, noteAlphabet } from '../shared/msa/alphabet.ts';
import { numberedRows } from '../shared/msa/pairCounts.ts';
import { Notes } from '../shared/notes.ts';
import { treePicture } from '../shared/pictures/tree.ts';
import { PICTURE } from '../shared/ports.ts';
import { readAlignment } from '../shared/readInputs.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { bootstrap } from './bootstrap.ts';
import { check } from './check.ts';
import { distances } from './distances.ts';
import { type Distance, modelOf } from './models.ts';
import { neighbourJoining } from './neighbourJoining.ts';
import { writeNewick } from './newick.ts';
import { alignment } from './tool.ts';

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const notes = new Notes(job);
  const read = readAlignment(job.inputs, alignment);
  notes.read(read);
  const { records } = read;
  const inputId = job.inputs[0]!.id;
  const place = { sourceInputIds: [inputId] };
  const distance = job.settings.distance as Distance;
  const kind = kindOfRows(records, job.settings.alphabet);
  noteAlphabet(notes, inputId, records, job.settings.alphabet, kind);
  if (kind === 'dna' && distance === 'poisson')
    notes.warn(inputId, 'alignment', 'poisson is meant for proteins; for nucleotides jc69 and k80 are usual');

  const rows = numberedRows(
    records.map(({ row }) => row),
    kind,
    job.settings.gaps as 'pairwise' | 'complete',
  );
  const matrix = await distances(rows, records, distance, job.signal);
  if (!matrix) return;
  const names = records.map(({ name }) => name);
  job.file('distances', 'distances.tsv', writeMatrix(matrix, names), place);
  const tree = neighbourJoining(matrix);

  const replicates = job.settings.bootstrap as number;
  const total = replicates + 1;
  job.progress(1, total);
  const resampling = { replicates, seed: job.settings.seed as number };
  await bootstrap(tree, rows, distance, resampling, job.signal, (done) => job.progress(done + 1, total));
  const newick = writeNewick(tree, names);
  job.file('tree', 'tree.nwk', newick, place);
  const { unit } = modelOf(distance);
  job.file(PICTURE, 'tree.svg', treePicture(newick, { title: 'Neighbour-joining tree', unit }), place);
};

/** Writes a square table with the names in the first line and column, to six decimals. */
function writeMatrix(matrix: Float64Array[], names: string[]): string {
  const cells = matrix.map((row, i) => [names[i]!, ...Array.from(row, (value) => String(Number(value.toFixed(6))))]);
  return [['', ...names], ...cells].map((line) => `${line.join('\t')}\n`).join('');
}
