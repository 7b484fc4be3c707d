import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openBlobs } from '@rotamer/kit/blobs/openBlobs.ts';
import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import { AttemptOutcome, type CompleteRequest } from '@rotamer/proto/jobs/v1/leases.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AttemptDeps, startAttempt } from '../attempt/runAttempt.ts';
import { fakeLease, startFakeJobs } from '../testing/fakeJobs.ts';
import { openRunnerFolder } from '../work/runnerFolder.ts';
import { chooseSandbox } from './chooseSandbox.ts';
import { findTool, hostileIds } from './hostile/catalogue.ts';
import { createProcessExecutor } from './processExecutor.ts';
import { killThoseIn } from './processTable.ts';
import type { SandboxName } from './sandbox.ts';

const HOSTILE_MAIN = fileURLToPath(new URL('./hostile/main.ts', import.meta.url));
const { FAILED, TIMEOUT, COMPLETED } = AttemptOutcome;

/** What each attack comes to, in every sandbox. */
const expected: Record<string, { outcome: AttemptOutcome | AttemptOutcome[]; error?: RegExp }> = {
  'allocates-buffers': { outcome: FAILED, error: /memory limit of 160 MiB/ },
  'allocates-objects': { outcome: FAILED, error: /memory limit of 160 MiB/ },
  'burns-all-cores': { outcome: TIMEOUT, error: /time limit of 1 s/ },
  crashes: { outcome: FAILED, error: /signal SIGSEGV/ },
  'ends-without-output': { outcome: FAILED, error: /without output on its port 'rows'/ },
  'fills-the-disk': { outcome: FAILED, error: /more than its limit of 8 MiB of files/ },
  'fills-the-inodes': { outcome: FAILED, error: /more than its limit of 8 MiB of files/ },
  'floods-stdout': { outcome: FAILED, error: /too much output/ },
  'floods-the-line': { outcome: FAILED, error: /too much output/ },
  // Where the kernel counts its processes it just hangs.
  'fork-bomb': { outcome: [FAILED, TIMEOUT] },
  'hides-a-child': { outcome: COMPLETED },
  'hides-its-files': { outcome: FAILED, error: /more than its limit of 8 MiB of files/ },
  'ignores-stop': { outcome: TIMEOUT, error: /time limit of 1 s/ },
  'keeps-partial-output': { outcome: TIMEOUT, error: /time limit of 6 s/ },
  // Where its parent is the first process of a namespace nothing happens.
  'kills-its-parent': { outcome: [FAILED, COMPLETED] },
  'leaks-descriptors': { outcome: FAILED, error: /ended unexpectedly/ },
  'links-its-output': { outcome: FAILED, error: /'passwd.json' is missing or not a plain file/ },
  'lies-in-its-list': { outcome: FAILED, error: /n must be integer/ },
  'never-settles': { outcome: FAILED, error: /exit code 13/ },
  'pipes-its-output': { outcome: FAILED, error: /without output/ },
  'scribbles-in-its-list': { outcome: FAILED, error: /broken list of outputs/ },
  spies: { outcome: FAILED },
  throws: { outcome: FAILED, error: /^The tool ended unexpectedly \(exit code 1\)\.$/ },
  'writes-one-large-file': { outcome: FAILED },
};

/** What is judged after the tool has ended is judged alike everywhere. */
const judgedAfterwards = [
  ...['ends-without-output', 'lies-in-its-list', 'links-its-output', 'never-settles', 'pipes-its-output'],
  ...['scribbles-in-its-list', 'throws'],
];

const sandboxes: SandboxName[] = ['bwrap', 'unshare', 'group'];

describe.each(sandboxes)('a hostile tool in the sandbox %s', { timeout: 60_000 }, (name) => {
  const attacks = name === 'group' ? hostileIds : hostileIds.filter((id) => !judgedAfterwards.includes(id));
  let folder: string;
  let jobs: Awaited<ReturnType<typeof startFakeJobs>>;
  let neighbour: Server;
  let deps: AttemptDeps | undefined;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hostile-'));
    await chmod(folder, 0o755); // a root runner's tools run as nobody
    jobs = await startFakeJobs();
    neighbour = createServer().listen(0, '127.0.0.1');
    const runnerFolder = await openRunnerFolder(join(folder, 'work'), quietLog);
    const sandbox = await chooseSandbox(name, runnerFolder, quietLog).catch((error) => {
      // A developer's machine may lack a sandbox; continuous integration installs them all.
      if (process.env.CI) throw error;
      return undefined;
    });
    deps = sandbox && {
      leases: jobs.leases,
      blobs: await openBlobs({
        blobsDir: join(folder, 'blobs'),
        blobsSecret: 'of this test alone',
        publicUrl: 'http://x',
      }),
      execute: createProcessExecutor(sandbox, HOSTILE_MAIN),
      toolUser: sandbox.user,
      runnerFolder,
      log: quietLog,
      now: () => performance.now(),
    };
  });

  afterAll(async () => {
    neighbour.close();
    await jobs.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function attack(tool: string): Promise<CompleteRequest> {
    const { port } = neighbour.address() as { port: number };
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const lease = fakeLease(tool, { traceparent });
    jobs.lease({ lease, inputs: [], settings: { port } });
    await startAttempt(lease, findTool(tool)!.contract, deps!).done;
    return jobs.reports.find(({ jobId }) => jobId === lease.jobId)!;
  }

  it.concurrent.for(attacks)('%s: the attempt ends in time and as it should', async (tool, { skip }) => {
    if (!deps) return skip('not on this machine');
    const report = await attack(tool);
    const { outcome, error } = expected[tool]!;
    expect([outcome].flat()).toContain(report.outcome);
    expect(report.error ?? '').toMatch(error ?? /^/);
    expect(report.runtimeMs).toBeLessThan((findTool(tool)!.contract.limits.wallSeconds + 5) * 1000);
    if (tool === 'keeps-partial-output') expect(report.manifest?.size).toBeGreaterThan(0);
    if (tool === 'spies') expect(JSON.parse(report.error!)).toEqual(seen(name));
  });

  it('leaves no process and no folder behind', async ({ skip }) => {
    if (!deps) return skip('not on this machine');
    expect(killThoseIn(folder)).toBe(0);
    expect(await readdir(deps.runnerFolder)).toEqual(['runner']);
  });
});

/** What a tool may know: six variables, no process of ours, and only without namespaces the network. */
function seen(sandbox: SandboxName) {
  const environment = ['HOME', 'LC_ALL', 'OMP_NUM_THREADS', 'PATH', 'TMPDIR', 'TRACEPARENT'];
  return { environment, secrets: 0, network: sandbox === 'group' };
}
