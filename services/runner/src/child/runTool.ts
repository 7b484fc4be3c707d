import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ToolError, type ToolInput } from '@rotamer/tools/contract.ts';
import type { LoadedTool } from '@rotamer/tools/loadTool.ts';
import { checkInputs } from '@rotamer/tools/shared/checkInputs.ts';
import { refuseProblems } from '@rotamer/tools/shared/refuse.ts';
import { attemptFolder, type JobFile } from './jobFile.ts';
import { createOutputWriter } from './outputWriter.ts';
import { openRunnerPipe } from './runnerPipe.ts';

/**
 * Runs the tool of the job in `<root>/job.json`, then exits: with 0 when the tool returned, with 1 when it failed. A ToolError is
 * shown to the job's owner; any other error is for the developer of the tool, on stderr.
 */
export async function runTool(root: string, load: (job: JobFile) => Promise<LoadedTool>): Promise<never> {
  const stopped = new AbortController();
  process.on('SIGTERM', () => stopped.abort());
  const runner = openRunnerPipe();
  runner.ready();

  const folder = attemptFolder(root);
  const job = JSON.parse(readFileSync(folder.jobFile, 'utf8')) as JobFile;
  const { contract, check, run } = await load(job);
  const outputs = createOutputWriter(folder.outputs, contract);
  try {
    const inputs = job.inputs.map((input, i) => ({ ...input, text: readText(join(folder.inputs, String(i)), i) }));
    const { settings } = job;
    refuseProblems(checkInputs(contract, check, inputs satisfies ToolInput[], settings, job.settingProblems));
    await run({
      inputs,
      settings,
      workdir: folder.work,
      signal: stopped.signal,
      progress: percentOf(runner.progress),
      item: outputs.item,
      file: outputs.file,
    });
    process.exit(0);
  } catch (error) {
    if (error instanceof ToolError) outputs.error(error.message);
    else console.error(error);
    process.exit(1);
  }
}

function readText(path: string, i: number): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    if (error instanceof TypeError) throw new ToolError(`input.inputs[${i}].content: not UTF-8 text`);
    throw error;
  }
}

/** Reports whole percent, each once. */
function percentOf(report: (percent: number) => void): (done: number, total: number) => void {
  let last = -1;
  return (done, total) => {
    const percent = Math.floor((100 * done) / total);
    if (!(percent > last && percent <= 100)) return;
    last = percent;
    report(percent);
  };
}
