import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { ToolError, type ToolInput } from '@rotamer/tools/contract.ts';
import type { LoadedTool } from '@rotamer/tools/loadTool.ts';
import { checkInputs } from '@rotamer/tools/shared/checkInputs.ts';
import { logProgramsTo } from '@rotamer/tools/shared/native/programLog.ts';
import { refuseProblems } from '@rotamer/tools/shared/refuse.ts';
import { type AttemptFolder, attemptFolder, type JobFile } from './jobFile.ts';
import { createOutputWriter } from './outputWriter.ts';
import { reportPrograms } from './reportPrograms.ts';
import { openRunnerPipe, type PipeJob, type RunnerPipe } from './runnerPipe.ts';

/**
 * Resident memory, over its whole life, up to which a process may run another job, in MiB: this much, or half of the tool's limit.
 * A new process has about 80 MiB, with RDKit 250. Its WebAssembly gives no memory back, so the next job would have less.
 */
const MAX_RESIDENT_MIB = 160;

type Load = (job: JobFile) => Promise<LoadedTool>;

/**
 * Runs the tool of each job that arrives over the pipe, one after the other. Exits with 1 when a tool has failed. When a tool has returned,
 * it waits for the runner's next message, but exits with 0 if it was asked to stop.
 */
export async function runJobs(load: Load): Promise<never> {
  const stopped = new AbortController();
  process.on('SIGTERM', () => stopped.abort());
  const runner = openRunnerPipe();
  for (let last: string | undefined; ; ) {
    const job = await runner.next();
    runner.ready();
    enter(job);
    if (last !== undefined) empty(last);
    last = job.root;
    const { returned, memoryMiB } = await runTool(job.root, load, stopped.signal, runner);
    // What a process has written to a socket, but its kernel has not taken, is lost at its exit.
    if (!returned || stopped.signal.aborted) await runner.sent();
    if (!returned) process.exit(1);
    // Resources that the tool has just closed stay active until the next turn of the event loop.
    await setImmediate();
    if (stopped.signal.aborted) process.exit(0);
    runner.ended(isAsNew(memoryMiB) ? 'done' : 'over');
  }
}

/** Makes the job's folder the current directory, and puts it into the environment. */
function enter({ root, traceparent }: PipeJob): void {
  const { work } = attemptFolder(root);
  process.chdir(work);
  process.env.HOME = work;
  process.env.TMPDIR = work;
  delete process.env.TRACEPARENT;
  if (traceparent) process.env.TRACEPARENT = traceparent;
}

/** Empties the folder of the last job. The runner removes the folder itself. */
function empty(root: string): void {
  for (const name of readdirSync(root)) rmSync(join(root, name), { recursive: true, force: true });
}

/**
 * Returns whether the tool left no active timer, file, thread or process, and took little memory. Does not read /proc, which may be
 * missing.
 */
function isAsNew(memoryMiB: number): boolean {
  const residentMiB = process.resourceUsage().maxRSS / 1024;
  return process.getActiveResourcesInfo().length === 0 && residentMiB <= Math.max(MAX_RESIDENT_MIB, memoryMiB / 2);
}

/**
 * Runs a tool. Says whether it returned without an error, and the limit of its memory. A ToolError is shown to the job's owner; any other error goes to stderr for
 * the tool's developer.
 */
async function runTool(
  root: string,
  load: Load,
  signal: AbortSignal,
  runner: Pick<RunnerPipe, 'progress' | 'programs'>,
): Promise<{ returned: boolean; memoryMiB: number }> {
  const folder = attemptFolder(root);
  const job = JSON.parse(readFileSync(folder.jobFile, 'utf8')) as JobFile;
  const { contract, check, run } = await load(job);
  const { memoryMiB } = contract.limits;
  const outputs = createOutputWriter(folder.outputs, contract);
  const reports = reportPrograms({
    streams: contract.log ?? [],
    places: placesOf(folder, job.dataset?.dir),
    pipe: runner.programs,
  });
  logProgramsTo(reports.begin);
  try {
    const inputs = job.inputs.map((input, i) => ({ ...input, text: readText(join(folder.inputs, String(i)), i) }));
    const { settings, settingProblems, dataset } = job;
    refuseProblems(checkInputs(contract, check, inputs satisfies ToolInput[], settings, settingProblems, dataset));
    await run({
      inputs,
      settings,
      dataset,
      workdir: folder.work,
      signal,
      progress: percentOf(runner.progress),
      item: outputs.item,
      file: outputs.file,
    });
    return { returned: true, memoryMiB };
  } catch (error) {
    if (error instanceof ToolError) outputs.error(error.message);
    else console.error(error);
    return { returned: false, memoryMiB };
  } finally {
    reports.end();
  }
}

/** Returns the folders of the machine that command lines and logs name, and how they are shown. */
function placesOf({ root, work }: AttemptFolder, dataset: string | undefined): (readonly [string, string])[] {
  return [
    [`${work}/`, ''],
    [work, '.'],
    [root, '..'],
    ...(dataset === undefined ? [] : ([[dataset, 'dataset']] as const)),
  ];
}

function readText(path: string, i: number): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    if (error instanceof TypeError) throw new ToolError(`input.inputs[${i}].content: not UTF-8 text`);
    throw error;
  }
}

/** Returns a function that reports whole percent, each value once. */
function percentOf(report: (percent: number) => void): (done: number, total: number) => void {
  let last = -1;
  return (done, total) => {
    const percent = Math.floor((100 * done) / total);
    if (!(percent > last && percent <= 100)) return;
    last = percent;
    report(percent);
  };
}
