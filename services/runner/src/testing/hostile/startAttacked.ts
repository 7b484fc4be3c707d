import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import type { AttemptDeps } from '../../attempt/runAttempt.ts';
import { folderBlobs } from '../../blobs/folderBlobs.ts';
import { chooseSandbox } from '../../executor/chooseSandbox.ts';
import { createProcessExecutor, type ProcessExecutor } from '../../executor/processExecutor.ts';
import { openRunnerFolder } from '../../executor/runnerFolder.ts';
import type { SandboxName } from '../../executor/sandbox.ts';
import { startFakeJobs } from '../fakeJobs.ts';
import { bundleAttacks } from './bundleAttacks.ts';

/** Runs hostile tools in one sandbox, in a separate folder. */
export interface Attacked {
  folder: string;
  jobs: Awaited<ReturnType<typeof startFakeJobs>>;
  /** Undefined: this machine has no such sandbox. */
  deps: (AttemptDeps & ProcessExecutor) | undefined;
  stop(): Promise<void>;
}

/** `waitMs`: how long a process waits for another job. */
export async function startAttacked(name: SandboxName, { waitMs }: { waitMs?: number } = {}): Promise<Attacked> {
  const folder = await mkdtemp(join(tmpdir(), 'attacked-'));
  await chmod(folder, 0o755); // a root runner's tools run as nobody
  const program = await bundleAttacks();
  const jobs = await startFakeJobs();
  const runnerFolder = await openRunnerFolder(join(folder, 'work'), quietLog);
  const sandbox = await chooseSandbox(name, runnerFolder, quietLog).catch((error) => {
    // A developer's machine may lack a sandbox; CI installs them all.
    if (process.env.CI) throw error;
    return undefined;
  });
  const deps = sandbox && {
    leases: jobs.leases,
    blobs: folderBlobs(join(folder, 'blobs')),
    // Far more than the jobs at a time, so that no waiting process is ended to make room.
    ...createProcessExecutor(sandbox, { keep: 100, childMain: program.main, waitMs }),
    runnerFolder,
    datasets: { find: () => undefined },
    log: quietLog,
    now: ownTime,
  };
  return {
    folder,
    jobs,
    deps,
    async stop() {
      await jobs.stop();
      for (const one of [folder, program.folder]) await rm(one, { recursive: true, force: true });
    },
  };
}

/**
 * Returns the milliseconds that passed, without the time in which this thread waited for a processor. A runner cannot act while other
 * programs of the machine keep it from running; time that it wastes itself counts.
 */
export function ownTime(): number {
  return performance.now() - waitedForProcessor();
}

function waitedForProcessor(): number {
  if (process.platform !== 'linux') return 0;
  return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[1]) / 1e6;
}
