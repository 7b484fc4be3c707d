import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProgressForm } from '../../command.ts';
import type { Run, ToolContract, ToolRun } from '../../contract.ts';
import { eachLine, runProgram } from '../native/runProgram.ts';
import { goOn } from '../pause.ts';
import { refuseProblems } from '../refuse.ts';
import { argumentsOf } from './argumentsOf.ts';
import { checkConfigured } from './checkConfigured.ts';
import { collectOutputs, type UnrankedRow } from './collectOutputs.ts';
import { type StagedFile, type StagedInputs, stageInputs } from './stageInputs.ts';

const OUTPUTS = 'out';

/**
 * Returns the run of a tool by configuration. It stages the inputs, runs the program, and writes its outputs to the
 * ports.
 */
export function runConfigured(contract: ToolContract): Run {
  const { each } = contract.command!;
  return async (job) => {
    refuseProblems(checkConfigured(contract)(job.inputs, job.settings));
    const staged = stageInputs(contract, job);
    const rounds = each ? staged.files[each]!.map((file) => ({ ...staged.files, [each]: [file] })) : [staged.files];
    const unranked: UnrankedRow[] = [];
    for (const [i, files] of rounds.entries()) {
      const rows = await runRound(contract, job, staged, files, each ? i + 1 : undefined);
      if (!rows) break;
      unranked.push(...rows);
      if (each) job.progress(i + 1, rounds.length);
      if (!(await goOn(job.signal))) break;
    }
    writeRanked(contract, job, unranked);
    if (!each && !job.signal.aborted) job.progress(100, 100);
  };
}

/** Returns undefined when the job was stopped: the program's files may then be incomplete. */
async function runRound(
  contract: ToolContract,
  job: ToolRun,
  { names }: StagedInputs,
  files: Record<string, StagedFile[]>,
  number: number | undefined,
): Promise<UnrankedRow[] | undefined> {
  const { requires, limits, command } = contract;
  const { program, stdout: stdoutFile, exitCodes, progress, each } = command!;
  const folder = join(job.workdir, OUTPUTS);
  mkdirSync(folder);
  const paths = Object.entries(files).map(([slot, list]) => [slot, list.map(({ path }) => path)]);
  const values = {
    inputs: Object.fromEntries(paths) as Record<string, string[]>,
    settings: job.settings,
    threads: limits.cpuCores,
    memoryMiB: limits.memoryMiB,
    outputs: OUTPUTS,
  };
  let percent = 0;
  const onLine = (line: string) => {
    const { done = 0, total = 1 } = (progress && !each && progressOf(line, progress)) || {};
    if ((100 * done) / total <= percent) return;
    percent = (100 * done) / total;
    job.progress(percent, 100);
  };
  const { stdout, stopped } = await runProgram({
    program: requires.find(({ command: name }) => name === program)!,
    args: argumentsOf(command!.arguments, values),
    cwd: job.workdir,
    signal: job.signal,
    threads: limits.cpuCores,
    maxOutputMiB: Math.min(limits.outputMiB, 256),
    exitCodes,
    ...(progress?.stream === 'stderr' && { onStderr: onLine }),
    ...(progress?.stream === 'stdout' && { onStdout: eachLine(onLine) }),
  });
  if (stopped) return undefined;
  if (stdoutFile) writeFileSync(join(folder, stdoutFile), stdout);
  const used = Object.values(files).flat();
  const place = { sourceInputIds: [...new Set(used.flatMap(({ inputIds }) => inputIds))] };
  const label = each && files[each]![0]!.label;
  const rows = collectOutputs(contract, job, {
    ...{ folder, place, names },
    ...(number && label !== undefined && { each: { number, label } }),
  });
  rmSync(folder, { recursive: true });
  return rows;
}

function writeRanked({ command }: ToolContract, job: ToolRun, rows: UnrankedRow[]): void {
  for (const [port, source] of Object.entries(command!.outputs)) {
    const rankBy = 'rows' in source ? source.rows.rankBy : undefined;
    if (!rankBy) continue;
    const sign = rankBy.order === 'ascending' ? 1 : -1;
    const of = ({ value }: UnrankedRow) => sign * Number(value[rankBy.property]);
    const ranked = rows.filter((row) => row.port === port).sort((a, b) => of(a) - of(b));
    for (const [i, { value, place }] of ranked.entries()) job.item(port, value, { ...place, rank: i + 1 });
  }
}

/**
 * Returns the progress that a line of the program states in the form `prefix` done/total; undefined for other lines. It
 * compiles no pattern from the description.
 */
export function progressOf(line: string, { prefix }: ProgressForm): { done: number; total: number } | undefined {
  const start = line.indexOf(prefix);
  if (start < 0) return undefined;
  const rest = line.slice(start + prefix.length, start + prefix.length + MAX_LENGTH).trimStart();
  const [, done, percent, total] = /^(\d{1,12}(?:\.\d{1,12})?) ?(?:(%)|(?:\/|of) ?(\d{1,12}))/.exec(rest) ?? [];
  const all = percent ? 100 : Number(total);
  if (done === undefined || !(all > 0) || Number(done) > all) return undefined;
  return { done: Number(done), total: all };
}

const MAX_LENGTH = 64;
