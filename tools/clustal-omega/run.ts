import { join } from 'node:path';
import type { Run } from '../contract.ts';
import { INPUT_FILE, stageSequences } from '../shared/native/aligner.ts';
import { giveAlignment } from '../shared/native/giveAlignment.ts';
import { newickLabels } from '../shared/native/newickLabels.ts';
import { readOutput } from '../shared/native/outputs.ts';
import { programs } from '../shared/native/programs.ts';
import { runProgram } from '../shared/native/runProgram.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { check } from './check.ts';
import { distanceTable } from './distanceTable.ts';
import { contract, MAX_MATRIX, sequences } from './tool.ts';

const THREADS = contract.limits.cpuCores;

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const read = stageSequences(job, sequences);
  const { records, isProtein } = read;
  const kind = isProtein ? 'Protein' : job.inputs[0]!.kind === 'dna' ? 'DNA' : 'RNA';
  const { iterations, full_distance_matrix } = job.settings;
  const givesMatrix = full_distance_matrix === true && records.length <= MAX_MATRIX;
  const { stopped } = await runProgram({
    program: programs.clustalo,
    args: [
      ...['-i', INPUT_FILE, '-o', 'out.afa', '--outfmt=fa', `--seqtype=${kind}`, `--threads=${THREADS}`, '--force'],
      ...['--guidetree-out=guide.nwk', '--output-order=input-order'],
      ...(iterations === 0 ? [] : [`--iter=${iterations}`]),
      ...(full_distance_matrix ? ['--full'] : []),
      ...(givesMatrix ? ['--distmat-out=distances.txt', '--percent-id'] : []),
    ],
    cwd: job.workdir,
    signal: job.signal,
    threads: THREADS,
  });
  if (stopped) return;
  const written = (name: string) => readOutput(programs.clustalo, join(job.workdir, name));
  giveAlignment(job, programs.clustalo, written('out.afa'), read, null);
  const names = records.map(({ name }) => name);
  const place = { sourceInputIds: [...new Set(records.map(({ inputId }) => inputId))] };
  if (givesMatrix) job.file('distances', 'distances.tsv', distanceTable(written('distances.txt'), names), place);
  // Clustal Omega builds no tree for two sequences.
  if (records.length < 3) return;
  job.file('guide_tree', 'guide_tree.nwk', newickLabels(programs.clustalo, written('guide.nwk'), names), place);
};
