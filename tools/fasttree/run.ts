import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Run } from '../contract.ts';
import { warnOfRows } from '../shared/msa/treeRows.ts';
import { newickLabels } from '../shared/native/newickLabels.ts';
import { programs } from '../shared/native/programs.ts';
import { runProgram } from '../shared/native/runProgram.ts';
import { withoutRareLetters, writeSafeFasta } from '../shared/native/safeIds.ts';
import { warnOfOutgroup } from '../shared/native/warnOfOutgroup.ts';
import { Notes } from '../shared/notes.ts';
import { treePicture } from '../shared/pictures/tree.ts';
import { PICTURE } from '../shared/ports.ts';
import { readAlignment } from '../shared/readInputs.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { check } from './check.ts';
import { alignment, contract, DNA_MODELS } from './tool.ts';

const INPUT = 'in.afa';

/** Flags of the models. FastTree uses jtt, or jc for nucleotides, without a flag. */
const flags: Record<string, string[]> = { lg: ['-lg'], wag: ['-wag'], jtt: [], gtr: ['-gtr'], jc: [] };

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const read = readAlignment(job.inputs, alignment);
  const { records } = read;
  const model = job.settings.model as string;
  const isDna = DNA_MODELS.includes(model);
  const rows = records.map(({ row }) => ({ sequence: row }));
  writeFileSync(join(job.workdir, INPUT), writeSafeFasta(rows, isDna ? undefined : withoutRareLetters));
  const { stdout, stderr, stopped } = await runProgram({
    program: programs.fasttree,
    args: [
      ...(isDna ? ['-nt'] : []),
      ...flags[model]!,
      ...(job.settings.gamma ? ['-gamma'] : []),
      ...(job.settings.site_rates ? [] : ['-nocat']),
      ...(job.settings.support ? [] : ['-nosupport']),
      ...['-seed', String(job.settings.seed), INPUT],
    ],
    cwd: job.workdir,
    signal: job.signal,
    maxOutputMiB: contract.limits.outputMiB,
  });
  if (stopped) return;
  const names = records.map(({ name }) => name);
  const place = { sourceInputIds: [job.inputs[0]!.id] };
  const tree = newickLabels(programs.fasttree, stdout, names);
  job.file('tree', 'tree.nwk', tree, place);
  const outgroup = job.settings.outgroup as string[];
  const picture = treePicture(tree, {
    title: `Tree of FastTree, ${model.toUpperCase()} model`,
    unit: 'substitutions per site',
    support: 'SH-like local support',
    outgroup,
  });
  job.file(PICTURE, 'tree.svg', picture, place);
  job.item('summary', { leaves: names.length, ...likelihoodOf(stderr) }, place);
  const notes = new Notes(job);
  notes.read(read);
  // FastTree knows only the four bases, and the twenty amino acids.
  warnOfRows(notes, records, isDna, isDna ? /[RYSWKMBDHV]/g : /[BZJUO]/g);
  warnOfOutgroup(notes, job.inputs[0]!.id, tree, outgroup);
  job.progress(1, 1);
};

/** Returns the likelihood that FastTree prints at its end; the one under the gamma distribution if gamma is on. */
export function likelihoodOf(log: string): { log_likelihood: number | null; alpha: number | null } {
  const [, gamma, alpha] = /Gamma\(20\) LogLk = (-?[\d.]+) alpha = ([\d.]+)/.exec(log) ?? [];
  if (gamma !== undefined) return { log_likelihood: Number(gamma), alpha: Number(alpha) };
  const last = [...log.matchAll(/LogLk = (-?\d+(?:\.\d+)?)/g)].at(-1)?.[1];
  return { log_likelihood: last === undefined ? null : Number(last), alpha: null };
}
