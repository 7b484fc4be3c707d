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
import { contract, sequences } from './tool.ts';

const THREADS = contract.limits.cpuCores;

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const { records, isProtein } = stageSequences(job, sequences);
  const kind = isProtein ? 'Protein' : job.inputs[0]!.kind === 'dna' ? 'DNA' : 'RNA';
  const { iterations, full_distance_matrix } = job.settings;
  const { stopped } = await runProgram({
    program: programs.clustalo,
    args: [
      ...['-i', INPUT_FILE, '-o', 'out.afa', '--outfmt=fa', `--seqtype=${kind}`, `--threads=${THREADS}`, '--force'],
      ...['--guidetree-out=guide.nwk', '--output-order=input-order'],
      ...(iterations === 0 ? [] : [`--iter=${iterations}`]),
      ...(full_distance_matrix ? ['--full'] : []),
    ],
    cwd: job.workdir,
    signal: job.signal,
    threads: THREADS,
  });
  if (stopped) return;
  giveAlignment(job, programs.clustalo, readOutput(programs.clustalo, join(job.workdir, 'out.afa')), records, null);
  // Two sequences need no tree.
  if (records.length < 3) return;
  const tree = readOutput(programs.clustalo, join(job.workdir, 'guide.nwk'));
  const names = records.map(({ name }) => name);
  const place = { sourceInputIds: [...new Set(records.map(({ inputId }) => inputId))] };
  job.file('guide_tree', 'guide_tree.nwk', newickLabels(programs.clustalo, tree, names), place);
};
