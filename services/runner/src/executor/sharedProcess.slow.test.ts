// @module-tag attacks

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AttemptOutcome } from '@rotamer/proto/jobs/v1/leases.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAttempt } from '../attempt/runAttempt.ts';
import { fakeLease } from '../testing/fakeJobs.ts';
import { findTool } from '../testing/hostile/catalogue.ts';
import { type Attacked, startAttacked } from '../testing/hostile/startAttacked.ts';
import { killProcessesIn } from './processTable.ts';
import type { SandboxName } from './sandbox.ts';

const { COMPLETED, FAILED, TIMEOUT } = AttemptOutcome;

/** Attacks of a second job, with the outcome that they also have in a separate process. */
const attacks: [attack: string, outcome: AttemptOutcome, error: RegExp][] = [
  ['allocates-buffers', FAILED, /memory limit of 160 MiB/],
  ['fills-the-disk', FAILED, /more than its limit of 8 MiB of files/],
  ['floods-stdout', FAILED, /too much output/],
  ['leaks-descriptors', FAILED, /ended unexpectedly/],
  ['ignores-stop', TIMEOUT, /time limit of 4 s/],
];

const sandboxes: SandboxName[] = ['bwrap', 'unshare', 'group'];

describe.each(sandboxes)('a process that runs several jobs, in the sandbox %s', { timeout: 60_000 }, (name) => {
  let attacked: Attacked;

  beforeAll(async () => {
    // On a busy machine the time between two jobs may be longer than a process of a runner waits.
    attacked = await startAttacked(name, { waitMs: 60_000 });
  });
  afterAll(() => attacked.stop());

  /** Runs one job. Returns its report and its stored outputs. */
  async function runJob(tool: string, workspaceId: string, later = '') {
    const { jobs, deps, folder } = attacked;
    const lease = fakeLease(tool, { workspaceId });
    jobs.lease({ lease, inputs: [], settings: { later } });
    await startAttempt(lease, findTool(tool)!.contract, deps!).done;
    const report = jobs.reports.find(({ jobId }) => jobId === lease.jobId)!;
    const stored = (key: string) => readFile(join(folder, 'blobs/objects', key), 'utf8');
    const manifest = report.manifest && JSON.parse(await stored(report.manifest.key));
    return { report, stored, files: manifest?.files ?? [], n: manifest?.items[0]?.value.n };
  }

  it('only runs jobs of one workspace, each without a trace of the others', async ({ skip }) => {
    if (!attacked.deps) return skip('not available on this machine');
    const counted = [];
    // The first job of a workspace does not make its process wait for another.
    for (const workspace of ['ws_a', 'ws_a', 'ws_a', 'ws_b', 'ws_b', 'ws_a', 'ws_b']) {
      counted.push((await runJob('counts-its-jobs', workspace)).n);
    }
    expect(counted).toEqual([1, 1, 2, 1, 1, 3, 2]);
    // The process of ws_a has run three jobs; only the folder of its last one is left.
    const { runnerFolder } = attacked.deps;
    const waiting = (await readdir(runnerFolder)).filter((name) => name !== 'runner');
    const inside = await Promise.all(waiting.map((name) => readdir(join(runnerFolder, name))));
    expect(inside.map((names) => names.filter((name) => name !== 'places').length)).toEqual([1, 1]);
  });

  it('waits after the first job of a workspace when another began meanwhile', async ({ skip }) => {
    if (!attacked.deps) return skip('not available on this machine');
    const both = () => Promise.all([runJob('counts-its-jobs', 'ws_twice'), runJob('counts-its-jobs', 'ws_twice')]);
    expect((await both()).map(({ n }) => n)).toEqual([1, 1]);
    expect((await both()).map(({ n }) => n)).toEqual([2, 2]);
  });

  it('is used again by a tool whose toolkit takes seconds to start, and less than half of its memory', async ({
    skip,
  }) => {
    if (!attacked.deps) return skip('not available on this machine');
    const counted = [];
    for (const _ of [1, 2, 3]) counted.push((await runJob('loads-rdkit', 'ws_a')).n);
    expect(counted).toEqual([1, 1, 2]);
  });

  it('is not used again after a job that fails, or that leaves something active', async ({ skip }) => {
    if (!attacked.deps) return skip('not available on this machine');
    for (const _ of [1, 2, 3]) expect((await runJob('leaves-a-timer', 'ws_a')).n).toBe(1);
    const outcomes = [];
    for (const _ of [1, 2, 3, 4]) {
      outcomes.push((await runJob('is-good-at-first', 'ws_failing', 'throws')).report.outcome);
    }
    expect(outcomes).toEqual([COMPLETED, COMPLETED, FAILED, COMPLETED]);
  });

  it.concurrent.for(name === 'unshare' ? [] : attacks)(
    'keeps the second job, which %s, to its limits',
    async ([attack, outcome, error], { skip }) => {
      if (!attacked.deps) return skip('not available on this machine');
      for (const _ of ['alone', 'first']) {
        const { report } = await runJob('is-good-at-first', `ws_${attack}`, attack);
        expect(report).toMatchObject({ outcome: COMPLETED });
      }
      const second = await runJob('is-good-at-first', `ws_${attack}`, attack);
      expect(second.report).toMatchObject({ outcome, error: expect.stringMatching(error) });
    },
  );

  it('cannot change collected outputs, nor lead the runner out of its folder', async ({ skip }) => {
    if (!attacked.deps) return skip('not available on this machine');
    for (let i = 0; i < 4; i++) {
      const { files, stored } = await runJob('swaps-its-output', 'ws_a');
      for (const { key } of files) expect(await stored(key)).toBe('{"fine":true}');
    }
  });

  it('ends when no more jobs come, and leaves nothing behind', async ({ skip }) => {
    if (!attacked.deps) return skip('not available on this machine');
    await attacked.deps.close();
    expect(killProcessesIn(attacked.folder)).toBe(0);
    expect(await readdir(attacked.deps.runnerFolder)).toEqual(['runner']);
  });
});
