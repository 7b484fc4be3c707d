// @module-tag attacks

import { readdir } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import type { CompleteRequest } from '@rotamer/proto/jobs/v1/leases.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAttempt } from '../attempt/runAttempt.ts';
import { fakeLease } from '../testing/fakeJobs.ts';
import { findTool, hostileIds } from '../testing/hostile/catalogue.ts';
import { expectReport } from '../testing/hostile/expected.ts';
import { type Attacked, startAttacked } from '../testing/hostile/startAttacked.ts';
import { killProcessesIn } from './processTable.ts';
import type { SandboxName } from './sandbox.ts';

/** Attacks that are detected after the tool has ended, in the same way in every sandbox. */
const judgedAfterwards = [
  ...[
    'ends-without-output',
    'lies-in-its-list',
    'links-its-output',
    'meets-a-full-disk',
    'never-settles',
    'pipes-its-output',
  ],
  ...['scribbles-in-its-list', 'throws', 'poisons-rdkit', 'runs-an-endless-writer'],
];

const sandboxes: SandboxName[] = ['bwrap', 'unshare', 'group'];

describe.each(sandboxes)('a hostile tool in the sandbox %s', (name) => {
  const attacks = name === 'group' ? hostileIds : hostileIds.filter((id) => !judgedAfterwards.includes(id));
  let attacked: Attacked;
  let target: Server;

  beforeAll(async () => {
    target = createServer().listen(0, '127.0.0.1');
    attacked = await startAttacked(name);
  });

  afterAll(async () => {
    target.close();
    await attacked.stop();
  });

  async function attack(tool: string): Promise<CompleteRequest> {
    const { jobs, deps } = attacked;
    const { port } = target.address() as { port: number };
    const lease = fakeLease(tool);
    jobs.lease({ lease, inputs: [], settings: { port } });
    await startAttempt(lease, findTool(tool)!.contract, deps!).done;
    return jobs.reports.find(({ jobId }) => jobId === lease.jobId)!;
  }

  it.concurrent.for(attacks)('%s: the attempt ends in time and with the expected outcome', async (tool, { skip }) => {
    if (!attacked.deps) return skip('not available on this machine');
    const report = await attack(tool);
    expectReport(tool, report, name);
  });

  it('still runs a harmless job', async ({ skip }) => {
    if (!attacked.deps) return skip('not available on this machine');
    expectReport('behaves', await attack('behaves'), name);
  });

  it('leaves no process and no folder behind', async ({ skip }) => {
    if (!attacked.deps) return skip('not available on this machine');
    await attacked.deps.close();
    expect(killProcessesIn(attacked.folder)).toBe(0);
    expect(await readdir(attacked.deps.runnerFolder)).toEqual(['runner']);
  });
});
