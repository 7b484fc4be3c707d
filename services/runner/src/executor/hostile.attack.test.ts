import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import type { CompleteRequest } from '@rotamer/proto/jobs/v1/leases.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AttemptDeps, startAttempt } from '../attempt/runAttempt.ts';
import { folderBlobs } from '../blobs/folderBlobs.ts';
import { fakeLease, startFakeJobs } from '../testing/fakeJobs.ts';
import { findTool, hostileIds } from '../testing/hostile/catalogue.ts';
import { expectReport } from '../testing/hostile/expected.ts';
import { ownTime } from '../testing/hostile/ownTime.ts';
import { openRunnerFolder } from '../work/runnerFolder.ts';
import { chooseSandbox } from './chooseSandbox.ts';
import { createProcessExecutor, type ProcessExecutor } from './processExecutor.ts';
import { killProcessesIn } from './processTable.ts';
import type { SandboxName } from './sandbox.ts';

const HOSTILE_MAIN = fileURLToPath(new URL('../testing/hostile/main.ts', import.meta.url));

/** Attacks detected after the tool has ended, which is the same in every sandbox. */
const judgedAfterwards = [
  ...['ends-without-output', 'lies-in-its-list', 'links-its-output', 'never-settles', 'pipes-its-output'],
  ...['scribbles-in-its-list', 'throws', 'poisons-rdkit', 'runs-an-endless-writer'],
];

const sandboxes: SandboxName[] = ['bwrap', 'unshare', 'group'];

describe.each(sandboxes)('a hostile tool in the sandbox %s', (name) => {
  const attacks = name === 'group' ? hostileIds : hostileIds.filter((id) => !judgedAfterwards.includes(id));
  let folder: string;
  let jobs: Awaited<ReturnType<typeof startFakeJobs>>;
  let target: Server;
  let deps: (AttemptDeps & ProcessExecutor) | undefined;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hostile-'));
    await chmod(folder, 0o755); // a root runner's tools run as nobody
    jobs = await startFakeJobs();
    target = createServer().listen(0, '127.0.0.1');
    const runnerFolder = await openRunnerFolder(join(folder, 'work'), quietLog);
    const sandbox = await chooseSandbox(name, runnerFolder, quietLog).catch((error) => {
      // A developer's machine may lack a sandbox; CI installs them all.
      if (process.env.CI) throw error;
      return undefined;
    });
    deps = sandbox && {
      leases: jobs.leases,
      blobs: folderBlobs(join(folder, 'blobs')),
      // Far more than attacks at a time: a process that could run another job is not ended for want of room.
      ...createProcessExecutor(sandbox, { keep: 100, childMain: HOSTILE_MAIN }),
      runnerFolder,
      log: quietLog,
      now: ownTime,
    };
  });

  afterAll(async () => {
    target.close();
    await jobs.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function attack(tool: string): Promise<CompleteRequest> {
    const { port } = target.address() as { port: number };
    const lease = fakeLease(tool);
    jobs.lease({ lease, inputs: [], settings: { port } });
    await startAttempt(lease, findTool(tool)!.contract, deps!).done;
    return jobs.reports.find(({ jobId }) => jobId === lease.jobId)!;
  }

  it.concurrent.for(attacks)('%s: the attempt ends in time and as it should', async (tool, { skip }) => {
    if (!deps) return skip('not available on this machine');
    const report = await attack(tool);
    expectReport(tool, report, name);
  });

  it('still runs a job that does no harm', async ({ skip }) => {
    if (!deps) return skip('not available on this machine');
    expectReport('behaves', await attack('behaves'), name);
  });

  it('leaves no process and no folder behind', async ({ skip }) => {
    if (!deps) return skip('not available on this machine');
    await deps.close();
    expect(killProcessesIn(folder)).toBe(0);
    expect(await readdir(deps.runnerFolder)).toEqual(['runner']);
  });
});
