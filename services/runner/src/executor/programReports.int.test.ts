import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { attemptFolder, type JobFile } from '../child/jobFile.ts';
import { makeAttemptFolder } from './attemptFolders.ts';
import { createProcessExecutor } from './processExecutor.ts';
import { findSandboxes } from './sandbox.ts';

const HOSTILE_MAIN = join(import.meta.dirname, '../testing/hostile/main.ts');
const limits = { wallSeconds: 60, memoryMiB: 512, cpuCores: 1, outputMiB: 64 };

/** Runs a tool in its sandbox. Returns its log, and the last entry of its list of commands. */
async function reportsOf(tool: string) {
  const folder = await mkdtemp(join(tmpdir(), 'executor-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const attempt = attemptFolder(join(folder, 'a'));
  await makeAttemptFolder(attempt);
  const job: JobFile = { tool, settings: {}, settingProblems: [], inputs: [] };
  await writeFile(attempt.jobFile, JSON.stringify(job));
  let log = '';
  let leftOut = 0;
  let arrived = 0;
  let command: unknown;
  const { execute } = createProcessExecutor(findSandboxes('group').at(-1)!, { childMain: HOSTILE_MAIN });
  const ending = await execute({
    ...{ root: attempt.root, tool, limits, onProgress: () => {} },
    onPrograms(kind, number, content) {
      if (kind === 'ran') command = JSON.parse(content);
      if (kind !== 'log') return;
      leftOut += number - arrived;
      arrived = number + Buffer.byteLength(content);
      log += content;
    },
  }).ended;
  return { ending, log, leftOut, command };
}

it('reports the command line, the streams and the end of a program that crashes', async () => {
  const { log, command } = await reportsOf('runs-a-crashing-program');
  expect(log).toMatch(
    /^\$ sh -c 'echo reading row 7 >&2; kill -SEGV \$\$'\nreading row 7\n\[sh was ended by SIGSEGV after \d+\.\d s\]\n$/,
  );
  expect(command).toEqual({
    argv: ['sh', '-c', 'echo reading row 7 >&2; kill -SEGV $$'],
    runs: 1,
    elapsedMs: expect.any(Number),
  });
});

it('keeps the beginning and the end of what an endless writer says, and does not end it for that', async () => {
  const { ending, log, leftOut } = await reportsOf('runs-an-endless-writer');
  expect(ending).toMatchObject({ kind: 'ended', code: 1 });
  expect(ending).not.toHaveProperty('breach', 'output');
  expect(log.startsWith('$ ')).toBe(true);
  expect(log).toMatch(/\[\w+ was ended by SIG(TERM|KILL|PIPE) after \d+\.\d s\]\n$/);
  expect(leftOut).toBeGreaterThan(0);
});
