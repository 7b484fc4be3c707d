import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { attemptFolder, type JobFile } from '../child/jobFile.ts';
import { makeAttemptFolder } from './attemptFolders.ts';
import { createProcessExecutor } from './processExecutor.ts';
import { findSandboxes } from './sandbox.ts';

const PROBE = join(import.meta.dirname, '../child/probe.ts');
const HOSTILE_MAIN = join(import.meta.dirname, '../testing/hostile/main.ts');
/** Less than Node needs without a tool. */
const TOO_LITTLE_MIB = 16;
const FOR_EVER = 2 ** 31 - 1;
const limits = { wallSeconds: 10, memoryMiB: 512, cpuCores: 1, outputMiB: 1 };

const group = findSandboxes('group').at(-1)!;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'executor-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it.skipIf(process.platform !== 'linux')('measures a tool that ends before the first periodic check', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] }); // it never is
  onTestFinished(() => void vi.useRealTimers());
  const attempt = attemptFolder(join(folder, 'a'));
  await makeAttemptFolder(attempt);
  const job: JobFile = { tool: 'behaves', settings: {}, settingProblems: [], inputs: [] };
  await writeFile(attempt.jobFile, JSON.stringify(job));
  const { execute } = createProcessExecutor(group, { childMain: HOSTILE_MAIN });
  const order = { root: attempt.root, tool: 'behaves', onProgress: () => {} };
  const { ended } = execute({ ...order, limits: { ...limits, memoryMiB: TOO_LITTLE_MIB } });
  expect(await ended).toMatchObject({ kind: 'ended', breach: 'memory' });
});

it('ends as soon as the streams of a tool are closed', async () => {
  const attempt = attemptFolder(join(folder, 'a'));
  await makeAttemptFolder(attempt);
  // If it missed the end of the streams, it would wait forever.
  const { execute } = createProcessExecutor(group, { childMain: PROBE, streamEndMs: FOR_EVER });
  const { ended } = execute({ root: attempt.root, tool: 'probe', limits, onProgress: () => {} });
  expect(await ended).toMatchObject({ kind: 'ended', code: 0 });
});
