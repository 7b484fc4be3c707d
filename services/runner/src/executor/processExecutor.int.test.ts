import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { attemptFolder } from '../child/jobFile.ts';
import { makeAttemptFolder } from '../harness/attemptFolders.ts';
import { createProcessExecutor } from './processExecutor.ts';
import { findSandboxes } from './sandbox.ts';

const PROBE = join(import.meta.dirname, '../child/probe.ts');
const FOR_EVER = 2 ** 31 - 1;
const limits = { wallSeconds: 10, memoryMiB: 512, cpuCores: 1, outputMiB: 1 };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'executor-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('ends as soon as the streams of a tool are closed', async () => {
  const attempt = attemptFolder(join(folder, 'a'));
  await makeAttemptFolder(attempt);
  const group = findSandboxes('group').at(-1)!;
  // If it missed the end of the streams, it would wait forever.
  const { execute } = createProcessExecutor(group, { childMain: PROBE, streamEndMs: FOR_EVER });
  const { ended } = execute({ root: attempt.root, tool: 'probe', limits, onProgress: () => {} });
  expect(await ended).toMatchObject({ kind: 'ended', code: 0 });
});
