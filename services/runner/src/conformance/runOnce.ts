import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ContentEncoding, SubmittedInput } from '@rotamer/proto/jobs/v1/input.ts';
import type { ToolLimits } from '@rotamer/tools/contract.ts';
import type { StopReason } from '../attempt/heartbeat.ts';
import { decideOutcome, type Report } from '../attempt/outcome.ts';
import { attemptFolder, OUTPUT_LIST } from '../child/jobFile.ts';
import { makeAttemptFolder, removeFolder } from '../executor/attemptFolders.ts';
import type { Execute } from '../executor/executor.ts';
import { createProcessExecutor } from '../executor/processExecutor.ts';
import { killProcessesIn } from '../executor/processTable.ts';
import type { Sandbox } from '../executor/sandbox.ts';
import { stageInputs } from '../inputs/stageInputs.ts';
import { readOutputs } from '../results/readOutputs.ts';
import type { Subject } from './subject.ts';

/** One run of the example in the sandbox of a runner, with the same check of its outputs. */
export interface Run extends Report {
  ms: number;
  files: { port: string; name: string; bytes: Buffer }[];
  /** The digest of all rows and files that the tool left. */
  digest: string;
  /** Number of processes left after the tool had ended. */
  leftovers: number;
  /** Whether the tool ended before it was stopped. */
  wasQuicker: boolean;
}

export interface Place {
  sandbox: Sandbox;
  runnerFolder: string;
}

const fetchNone = () => Promise.reject(new Error('examples have no saved files'));

export interface RunOptions {
  limits?: Partial<ToolLimits>;
  /** Cancels the tool after `afterMs`, as a runner does: SIGTERM, then SIGKILL after `graceMs`. */
  stop?: { afterMs: number; graceMs: number };
  /** Runs the tool in the process of an earlier run, if this executor has one that waits. */
  shared?: Execute;
}

/** Runs the example of a tool once. @throws Error if the sandbox cannot start the tool */
export async function runOnce(
  { contract: stated, example }: Subject,
  { sandbox, runnerFolder }: Place,
  { limits = {}, stop, shared }: RunOptions = {},
): Promise<Run> {
  const contract = { ...stated, limits: { ...stated.limits, ...limits } };
  const folder = attemptFolder(join(runnerFolder, randomBytes(8).toString('hex')));
  await makeAttemptFolder(folder);
  try {
    const inputs = example!.inputs.map(({ text, ...input }) =>
      SubmittedInput.fromPartial({
        ...input,
        msa: undefined,
        modifications: [],
        content: text,
        contentEncoding: ContentEncoding.UTF8,
      }),
    );
    const fetched = { inputs, settingsJson: JSON.stringify(example!.settings) };
    await stageInputs(folder, contract, fetched, fetchNone);
    const startedAt = performance.now();
    const execute = shared ?? createProcessExecutor(sandbox).execute;
    const execution = execute({
      root: folder.root,
      tool: contract.id,
      shares: contract.id,
      limits: contract.limits,
      onProgress: () => {},
    });
    let reason: StopReason | undefined;
    const end = (why: StopReason, graceMs: number) => {
      reason ??= why;
      execution.stop(graceMs);
    };
    const atLimit = setTimeout(() => end('timeout', 3_000), contract.limits.wallSeconds * 1000);
    const atStop = stop && setTimeout(() => end('cancelled', stop.graceMs), stop.afterMs);
    const ending = await execution.ended;
    clearTimeout(atLimit);
    clearTimeout(atStop);
    const ms = performance.now() - startedAt;
    if (ending.kind === 'not_started') throw ending.cause;

    const outputs = await readOutputs(
      folder,
      contract,
      example!.inputs.map(({ id }) => id),
    );
    const { toolError, problems: outputProblems } = outputs;
    const report = decideOutcome({ ending, stop: reason, limits: contract.limits, toolError, outputProblems });
    const files = outputs.files.map(({ port, name, path }) => ({ port, name, bytes: readFileSync(path) }));
    const leftovers = killProcessesIn(folder.root);
    return {
      ...report,
      ...{ ms, files, leftovers },
      digest: digestOf(join(folder.outputs, OUTPUT_LIST), files),
      wasQuicker: stop !== undefined && !reason,
    };
  } finally {
    await removeFolder(folder.root);
  }
}

/** Returns the digest of the list and the files. The list has rows and file names in the order in which the tool wrote them. */
function digestOf(list: string, files: Run['files']): string {
  const hash = createHash('sha256');
  if (existsSync(list)) hash.update(readFileSync(list));
  for (const { port, name, bytes } of files) hash.update(`\0${port}/${name}\0`).update(bytes);
  return hash.digest('hex');
}
