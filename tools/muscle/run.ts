import { join } from 'node:path';
import type { Run } from '../contract.ts';
import { INPUT_FILE, stageSequences } from '../shared/native/aligner.ts';
import { giveAlignment } from '../shared/native/giveAlignment.ts';
import { readOutput } from '../shared/native/outputs.ts';
import { programs } from '../shared/native/programs.ts';
import { runProgram } from '../shared/native/runProgram.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { check } from './check.ts';
import { musclePercent } from './progress.ts';
import { contract, sequences } from './tool.ts';

const THREADS = contract.limits.cpuCores;

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const read = stageSequences(job, sequences, 'MUSCLE');
  const algorithm = job.settings.algorithm as string;
  const { stopped } = await runProgram({
    program: programs.muscle,
    args: [
      ...[`-${algorithm}`, INPUT_FILE, '-output', 'out.afa'],
      ...['-threads', String(THREADS), '-perturb', String(job.settings.perturb_seed)],
    ],
    cwd: job.workdir,
    signal: job.signal,
    threads: THREADS,
    onStderr: percentOnly((percent) => job.progress(percent, 100)),
  });
  if (stopped) return;
  giveAlignment(job, programs.muscle, readOutput(programs.muscle, join(job.workdir, 'out.afa')), read, algorithm);
};

/** Returns a function that reports the percentage of a line when it is higher than before. */
function percentOnly(report: (percent: number) => void): (line: string) => void {
  let last = 0;
  return (line) => {
    const percent = musclePercent(line);
    if (percent === undefined || percent <= last) return;
    last = percent;
    report(percent);
  };
}
