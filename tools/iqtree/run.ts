import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Run, type Settings, ToolError, type ToolRun } from '../contract.ts';
import { kindOfRows } from '../shared/msa/alphabet.ts';
import { warnOfRows } from '../shared/msa/treeRows.ts';
import { newickLabels } from '../shared/native/newickLabels.ts';
import { readOutput } from '../shared/native/outputs.ts';
import { programs } from '../shared/native/programs.ts';
import { eachLine, runProgram } from '../shared/native/runProgram.ts';
import { restoreNames, safeId, withoutRareLetters, writeSafeFasta } from '../shared/native/safeIds.ts';
import { warnOfOutgroup } from '../shared/native/warnOfOutgroup.ts';
import { Notes } from '../shared/notes.ts';
import { treePicture } from '../shared/pictures/tree.ts';
import { PICTURE } from '../shared/ports.ts';
import { readAlignment } from '../shared/readInputs.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { linesOf } from '../shared/text.ts';
import { check } from './check.ts';
import { readConstraint } from './constraint.ts';
import { type Model, parseModel } from './model.ts';
import { percentDone } from './percentDone.ts';
import { alignment } from './tool.ts';

const INPUT = 'in.afa';
const PREFIX = 'run';
const CONSTRAINT = 'constraint.nwk';

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const read = readAlignment(job.inputs, alignment);
  const { records } = read;
  const names = records.map(({ name }) => name);
  const rows = records.map(({ row }) => ({ sequence: row }));
  const model = parseModel(job.settings.model as string) as Model;
  const ofDna =
    model.isFor === 'both' ? kindOfRows(records, job.settings.sequence_type) === 'dna' : model.isFor === 'dna';
  writeFileSync(join(job.workdir, INPUT), writeSafeFasta(rows, ofDna ? undefined : withoutRareLetters));
  const outgroup = job.settings.outgroup as string[];
  let percent = 0;
  const { stopped } = await runProgram({
    program: programs.iqtree,
    args: [
      ...['-s', INPUT, '--seqtype', ofDna ? 'DNA' : 'AA', '-m', model.text, ...options(job.settings)],
      ...(outgroup.length > 0 ? ['-o', outgroup.map((name) => safeId(names.indexOf(name))).join()] : []),
      ...constraintOf(job, names),
      ...['--prefix', PREFIX, '-redo'],
    ],
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
  // IQ-TREE creates the log before it writes to it.
  const log = existsSync(path('log')) ? named(withoutHost(readFileSync(path('log'), 'utf8'))) : '';
  if (log.trim()) job.file('log', 'iqtree.log', log, place);
  // IQ-TREE writes its best tree so far early in the search.
  if (stopped && !existsSync(path('treefile'))) return;
  const tree = readOutput(programs.iqtree, path('treefile'));
  if (stopped && !tree.trimEnd().endsWith(';')) return;
  const newick = newickLabels(programs.iqtree, tree, names);
  job.file('tree', 'tree.nwk', newick, place);
  const report = stopped ? undefined : readOutput(programs.iqtree, path('iqtree'));
  const summary = report === undefined ? undefined : summaryOf(report);
  const picture = treePicture(newick, {
    title: `Tree of IQ-TREE, ${summary?.model ?? model.text} model`,
    unit: 'substitutions per site',
    support: supportOf(job.settings),
    outgroup,
  });
  job.file(PICTURE, 'tree.svg', picture, place);
  if (report === undefined) return;
  if (existsSync(path('contree'))) {
    const consensus = newickLabels(programs.iqtree, readOutput(programs.iqtree, path('contree')), names);
    job.file('consensus', 'consensus.nwk', consensus, place);
  }
  job.file('report', 'report.txt', named(report), place);
  job.item('summary', { ...summary, leaves: names.length }, place);
  for (const row of modelsOf(report)) job.item('models', row, { ...place, rank: row.rank });
  const notes = new Notes(job);
  notes.read(read);
  warnOfRows(notes, records, ofDna, ofDna ? /[RYSWKMBDHV]/g : /[JUO]/g);
  warnOfOutgroup(notes, job.inputs[0]!.id, newick, outgroup);
  for (const warning of warningsOf(named(readFileSync(path('log'), 'utf8'))))
    notes.warn(job.inputs[0]!.id, 'alignment', warning);
  job.progress(100, 100);
};

/** Writes the constraint tree of the settings for IQ-TREE. The check has validated it. */
function constraintOf(job: ToolRun, names: string[]): string[] {
  const given = readConstraint(job.settings.constraint as string, names);
  if ('problem' in given) return [];
  writeFileSync(join(job.workdir, CONSTRAINT), given.tree);
  return ['-g', CONSTRAINT];
}

function options(settings: Settings): string[] {
  const given = (option: string, value: unknown): string[] => (value === 0 ? [] : [option, String(value)]);
  return [
    ...['-T', '1', '--seed', String(settings.seed)],
    ...given('-B', settings.ufboot),
    ...(settings.bnni ? ['--bnni'] : []),
    ...given('-b', settings.bootstrap),
    ...given('--alrt', settings.alrt),
    ...(settings.fast ? ['-fast'] : []),
  ];
}

/** Returns the meaning of the numbers at branches. */
function supportOf({ ufboot, bootstrap, alrt }: Settings): string | undefined {
  const parts = [
    ...(alrt === 0 ? [] : ['SH-aLRT']),
    ...(ufboot === 0 ? [] : ['ultrafast bootstrap']),
    ...(bootstrap === 0 ? [] : ['bootstrap']),
  ];
  return parts.length === 0 ? undefined : `${parts.join(' / ')}, in percent`;
}

/** Removes the name and memory of the machine from the log: they must not become public. */
const withoutHost = (log: string) => log.replace(/^(Host|Kernel): .*\n/gm, '');

function summaryOf(report: string) {
  const find = (pattern: RegExp) => pattern.exec(report)?.[1] ?? '';
  const model = find(/^(?:Best-fit model according to BIC|(?:Mixture m|M)odel of substitution): (\S+)$/m);
  const log_likelihood = Number(find(/^Log-likelihood of the tree: (-?[\d.]+)/m) || Number.NaN);
  const tree_length = Number(find(/^Total tree length \(sum of branch lengths\): ([\d.]+)/m) || Number.NaN);
  if (model === '' || Number.isNaN(log_likelihood + tree_length)) throw new ToolError('iqtree2 gave no usable report');
  return { model, log_likelihood, tree_length };
}

/** Reads the table of ModelFinder: name, log-likelihood, and three criteria with a sign and a weight each. */
export function modelsOf(report: string) {
  const table = report.split(/^Model +LogL .*$/m)[1]?.split('\nAIC, ')[0] ?? '';
  const rows = [...linesOf(table)].map((line) => line.trim().split(/ +/)).filter((words) => words.length >= 10);
  return rows.map(([model, ...words], i) => {
    const [log_likelihood, aic, aicc, bic] = [0, 1, 4, 7].map((at) => Number(words[at]));
    return { rank: i + 1, model: model!, log_likelihood: log_likelihood!, aic: aic!, aicc: aicc!, bic: bic! };
  });
}

const MAX_WARNINGS = 20;

/** Returns the warnings of the program, each once. */
export const warningsOf = (log: string): string[] =>
  [
    ...new Set([...linesOf(log)].filter((line) => line.startsWith('WARNING: ')).map((line) => line.slice(9).trim())),
  ].slice(0, MAX_WARNINGS);
