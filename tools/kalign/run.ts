import { join } from 'node:path';
import type { Run, Settings } from '../contract.ts';
import { INPUT_FILE, stageSequences } from '../shared/native/aligner.ts';
import { giveAlignment } from '../shared/native/giveAlignment.ts';
import { readOutput } from '../shared/native/outputs.ts';
import { programs } from '../shared/native/programs.ts';
import { runProgram } from '../shared/native/runProgram.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { check } from './check.ts';
import { contract, sequences } from './tool.ts';

const THREADS = contract.limits.cpuCores;

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const read = stageSequences(job, sequences, 'Kalign');
  const { stopped } = await runProgram({
    program: programs.kalign,
    args: ['-i', INPUT_FILE, '-o', 'out.afa', '--format', 'fasta', '-n', String(THREADS), ...penalties(job.settings)],
    cwd: job.workdir,
    signal: job.signal,
    threads: THREADS,
  });
  if (stopped) return;
  giveAlignment(job, programs.kalign, readOutput(programs.kalign, join(job.workdir, 'out.afa')), read, null);
};

const flags = { gap_open: '--gpo', gap_extend: '--gpe', terminal_gap_extend: '--tgpe' };

const penalties = (settings: Settings): string[] =>
  Object.entries(flags).flatMap(([name, flag]) => (settings[name] === null ? [] : [flag, String(settings[name])]));
