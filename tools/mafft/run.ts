import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Run, Settings } from '../contract.ts';
import { INPUT_FILE } from '../shared/native/aligner.ts';
import { giveAlignment } from '../shared/native/giveAlignment.ts';
import { programs } from '../shared/native/programs.ts';
import { runProgram } from '../shared/native/runProgram.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { check } from './check.ts';
import { matrices } from './matrices.ts';
import { EXISTING_FILE, stageMafft, withDirections } from './stageMafft.ts';
import { contract } from './tool.ts';

const THREADS = contract.limits.cpuCores;

const strategies: Record<string, string[]> = {
  auto: ['--auto'],
  fftns2: ['--retree', '2'],
  linsi: ['--localpair'],
  ginsi: ['--globalpair'],
  einsi: ['--genafpair'],
};

const directions: Record<string, string[]> = {
  none: [],
  fast: ['--adjustdirection'],
  accurate: ['--adjustdirectionaccurately'],
};

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const { read, aligned } = stageMafft(job);
  const log = join(job.workdir, 'progress.log');
  const { stdout, stopped } = await runProgram({
    program: programs.mafft,
    // By default MAFFT opens /dev/stderr. That fails when stderr is a socket, as in a child of Node.
    args: [
      ...['--progress', log, ...options(job.settings), read.isProtein ? '--amino' : '--nuc'],
      ...(aligned > 0
        ? [job.settings.add_fragments ? '--addfragments' : '--add', INPUT_FILE, EXISTING_FILE]
        : [INPUT_FILE]),
    ],
    cwd: job.workdir,
    signal: job.signal,
    threads: THREADS,
    logFile: log,
    maxOutputMiB: contract.limits.outputMiB,
  });
  if (stopped) return;
  const strategy = chosenStrategy(readFileSync(log, 'utf8'));
  const turned = withDirections(stdout, read);
  giveAlignment(job, programs.mafft, turned.text, turned.read, strategy, { keepsOrder: job.settings.reorder === true });
};

function options(settings: Settings): string[] {
  const strategy = settings.strategy as string;
  const iterates = ['linsi', 'ginsi', 'einsi'].includes(strategy);
  const rounds = settings.max_iterations ?? (iterates ? 1000 : null);
  return [
    ...strategies[strategy]!,
    ...(rounds === null ? [] : ['--maxiterate', String(rounds)]),
    // Pass gap costs only when they differ from the default: given costs change the behaviour of --auto.
    ...(settings.gap_open === 1.53 ? [] : ['--op', String(settings.gap_open)]),
    ...(settings.gap_extend === 0 ? [] : ['--ep', String(settings.gap_extend)]),
    ...matrices[settings.matrix as string]!,
    ...directions[settings.adjust_direction as string]!,
    ...(settings.reorder ? ['--reorder'] : []),
    ...['--anysymbol', '--thread', String(THREADS)],
  ];
}

/** Returns the strategy, which MAFFT prints near its end: ` L-INS-i (Probably most accurate, very slow)`. */
const chosenStrategy = (log: string): string | null => /Strategy:\s+(\S+) \(/.exec(log)?.[1] ?? null;
