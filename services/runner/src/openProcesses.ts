import type { ScopedCall } from '@rotamer/kit/grpc/client.ts';
import type { Lifetime } from '@rotamer/kit/service/run.ts';
import type { Lease, LeasesClient } from '@rotamer/proto/jobs/v1/leases.ts';
import type { ToolContract } from '@rotamer/tools/contract.ts';
import { type Attempt, startAttempt } from './attempt/runAttempt.ts';
import { folderBlobs } from './blobs/folderBlobs.ts';
import type { Config } from './config.ts';
import type { HeldDatasets } from './datasets/heldDatasets.ts';
import { removeFolder } from './executor/attemptFolders.ts';
import { chooseSandbox } from './executor/chooseSandbox.ts';
import { createProcessExecutor } from './executor/processExecutor.ts';
import { openRunnerFolder } from './executor/runnerFolder.ts';

/** Carries out attempts on this machine. Each tool runs as a process in the chosen sandbox. */
export async function openProcesses(
  { log, onStop }: Lifetime,
  { blobsDir, workDir, sandbox: wanted, slots }: Config,
  leases: LeasesClient<ScopedCall>,
  datasets: HeldDatasets,
): Promise<(lease: Lease, contract: ToolContract) => Attempt> {
  const blobs = blobsDir === undefined ? undefined : folderBlobs(blobsDir);
  const runnerFolder = await openRunnerFolder(workDir, log);
  onStop('runner folder', () => removeFolder(runnerFolder));
  const sandbox = await chooseSandbox(wanted, runnerFolder, log);
  const { execute, close } = createProcessExecutor(sandbox, { keep: slots });
  onStop('waiting processes', close);
  const deps = { leases, blobs, execute, runnerFolder, datasets, log, now: () => performance.now() };
  return (lease, contract) => startAttempt(lease, contract, deps);
}
