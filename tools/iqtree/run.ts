import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Run, type Settings, ToolError } from '../contract.ts';
import { newickLabels } from '../shared/native/newickLabels.ts';
import { readOutput } from '../shared/native/outputs.ts';
import { programs } from '../shared/native/programs.ts';
import { eachLine, runProgram } from '../shared/native/runProgram.ts';
import { restoreNames, withoutRareLetters, writeSafeFasta } from '../shared/native/safeIds.ts';
import { treePicture } from '../shared/pictures/tree.ts';
import { PICTURE } from '../shared/ports.ts';
import { readAlignment } from '../shared/readInputs.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { check } from './check.ts';
import { percentDone } from './percentDone.ts';
import { alignment, DNA_MODEL } from './tool.ts';

const INPUT = 'in.afa';
const PREFIX = 'run';

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const { records } = readAlignment(job.inputs, alignment);
  const names = records.map(({ name }) => name);
  const rows = records.map(({ row }) => ({ sequence: row }));
  const letters = job.settings.model === DNA_MODEL ? undefined : withoutRareLetters;
  writeFileSync(join(job.workdir, INPUT), writeSafeFasta(rows, letters));
  let percent = 0;
  const { stopped } = await runProgram({
    program: programs.iqtree,
    args: ['-s', INPUT, ...options(job.settings), '--prefix', PREFIX, '-redo'],
    cwd: job.workdir,
    signal: job.signal,
    onStdout: eachLine((line) => {
      const now = percentDone(line);
      if (now === undefined || now <= percent) return;
      percent = now;
      job.progress(percent, 100);
    }),
  });
  const path = (extension: string) => join(job.workdir, `${PREFIX}.${extension}`);
  const place = { sourceInputIds: [job.inputs[0]!.id] };
  const named = (text: string) => restoreNames(text, (index) => names[index] ?? '?');
  if (existsSync(path('log')))
    job.file('log', 'iqtree.log', named(withoutHost(readFileSync(path('log'), 'utf8'))), place);
  // The best tree so far is there from early on.
  if (stopped && !existsSync(path('treefile'))) return;
  const tree = readOutput(programs.iqtree, path('treefile'));
  if (stopped && !tree.trimEnd().endsWith(';')) return;
  const newick = newickLabels(programs.iqtree, tree, names);
  job.file('tree', 'tree.nwk', newick, place);
  const picture = treePicture(newick, { title: 'Tree of IQ-TREE', unit: 'substitutions per site' });
  job.file(PICTURE, 'tree.svg', picture, place);
  if (stopped) return;
  const report = readOutput(programs.iqtree, path('iqtree'));
  job.file('report', 'report.txt', named(report), place);
  job.item('summary', { ...summaryOf(report), leaves: names.length }, place);
  job.progress(100, 100);
};

const options = ({ model, ufboot, fast, seed }: Settings): string[] => [
  ...['-m', String(model), '-T', '1', '--seed', String(seed)],
  ...((ufboot as number) > 0 ? ['-B', String(ufboot)] : []),
  ...(fast ? ['-fast'] : []),
];

/** The machine's name and memory are nobody's business. */
const withoutHost = (log: string) => log.replace(/^(Host|Kernel): .*\n/gm, '');

function summaryOf(report: string) {
  const find = (pattern: RegExp) => pattern.exec(report)?.[1] ?? '';
  const model = find(/^(?:Best-fit model according to BIC|Model of substitution): (\S+)$/m);
  const log_likelihood = Number(find(/^Log-likelihood of the tree: (-?[\d.]+)/m) || Number.NaN);
  const tree_length = Number(find(/^Total tree length \(sum of branch lengths\): ([\d.]+)/m) || Number.NaN);
  if (model === '' || Number.isNaN(log_likelihood + tree_length)) throw new ToolError('iqtree2 gave no usable report');
  return { model, log_likelihood, tree_length };
}
