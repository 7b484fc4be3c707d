import { mkdirSync } from 'node:fs';
import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import type { Lifetime } from '@rotamer/kit/service/run.ts';
import type { Lease, LeasesClient } from '@rotamer/proto/jobs/v1/leases.ts';
import type { ToolContract } from '@rotamer/tools/contract.ts';
import { type Attempt, startAttempt } from './attempt/runAttempt.ts';
import { folderBlobs } from './blobs/folderBlobs.ts';
import type { Config } from './config.ts';
import type { HeldDatasets } from './datasets/heldDatasets.ts';
import type { ReleaseCache } from './datasets/releaseCache.ts';
import { removeFolder } from './executor/attemptFolders.ts';
import { chooseSandbox } from './executor/chooseSandbox.ts';
import type { Execute } from './executor/executor.ts';
import { createProcessExecutor } from './executor/processExecutor.ts';
import { openRunnerFolder } from './executor/runnerFolder.ts';

/** Carries out attempts on this machine. Each tool runs as a process in the chosen sandbox. */
export async function openProcesses(
  { log, onStop }: Lifetime,
  { blobsDir, workDir, sandbox: wanted, slots }: Config,
  leases: LeasesClient<CallScope>,
  datasets: HeldDatasets,
  cache?: Pick<ReleaseCache, 'use'>,
): Promise<(lease: Lease, contract: ToolContract) => Attempt> {
  const blobs = blobsDir === undefined ? undefined : folderBlobs(blobsDir);
  const runnerFolder = await openRunnerFolder(workDir, log);
  onStop('runner folder', () => removeFolder(runnerFolder));
  const sandbox = await chooseSandbox(wanted, runnerFolder, log);
  const { execute, close } = createProcessExecutor(sandbox, { keep: slots });
  onStop('waiting processes', close);
  const executeWithData = await openDataExecutor(wanted, runnerFolder, datasets, log);
  const byNeed: Execute = (order) => (order.visible === undefined ? execute : (executeWithData ?? execute))(order);
  const deps = { leases, blobs, execute: byNeed, runnerFolder, datasets, cache, log, now: () => performance.now() };
  return (lease, contract) => startAttempt(lease, contract, deps);
}

/**
 * Returns the executor of jobs that read a dataset: in the strongest sandbox in which a tool can read the folder. The
 * usual one may not, when the runner is root and the folder lies in a private one. Without such a sandbox the runner
 * offers no datasets.
 */
async function openDataExecutor(
  wanted: Config['sandbox'],
  runnerFolder: string,
  datasets: HeldDatasets,
  log: Lifetime['log'],
): Promise<Execute | undefined> {
  if (datasets.root === undefined) return undefined;
  try {
    mkdirSync(datasets.root, { recursive: true, mode: 0o755 });
    return createProcessExecutor(await chooseSandbox(wanted, runnerFolder, log, datasets.root)).execute;
  } catch (error) {
    log.warn(
      { err: error, folder: datasets.root },
      'tools cannot read the folder of datasets; this runner offers none',
    );
    datasets.disable();
    return undefined;
  }
}
