// Runs in the pod of one attempt (attemptJob.ts): carries out the lease in its Secret as a runner would, then ends.

import { loadConfig } from '@rotamer/kit/process/config.ts';
import { run } from '@rotamer/kit/service/run.ts';
import { openClient } from '@rotamer/kit/service/serviceParts.ts';
import { LeasesDefinition } from '@rotamer/proto/jobs/v1/leases.ts';
import { findTool } from '@rotamer/tools/catalogue.ts';
import { missingPrograms } from '@rotamer/tools/shared/native/probe.ts';
import { Type } from 'typebox';
import { startAttempt } from '../attempt/runAttempt.ts';
import { configSchema } from '../config.ts';
import { holdDatasets } from '../datasets/heldDatasets.ts';
import { chooseSandbox } from '../executor/chooseSandbox.ts';
import { createProcessExecutor } from '../executor/processExecutor.ts';
import { openRunnerFolder } from '../executor/runnerFolder.ts';
import { LEASE_FOLDER, readPodLease } from './podLease.ts';

const { datasets, jobsAddress, sandbox, workDir } = configSchema.properties;
const podSchema = Type.Object({
  jobsAddress,
  sandbox,
  workDir,
  datasets,
  leaseFolder: Type.String({ default: LEASE_FOLDER, description: 'Where the Secret of the attempt is mounted' }),
});

await run('attempt', async (life) => {
  const { log, onStop } = life;
  const config = loadConfig(podSchema, process.env);
  const { lease, serviceToken, contract = findTool(lease.tool)?.contract } = readPodLease(config.leaseFolder);
  if (!contract) throw new Error(`this image has no tool ${lease.tool}`);
  // The runner could not probe programs in another image, so they are probed here.
  const missing = contract.image ? await missingPrograms(contract.requires) : [];
  if (missing.length > 0) throw new Error(`this image lacks ${missing.map(({ command }) => command).join(', ')}`);

  const runnerFolder = await openRunnerFolder(config.workDir, log);
  const chosen = await chooseSandbox(config.sandbox, runnerFolder, log);
  const { execute } = createProcessExecutor(chosen);
  const leases = openClient(life, LeasesDefinition, { serviceToken }, { address: config.jobsAddress });

  const held = holdDatasets(config.datasets, log);
  const deps = { leases, execute, runnerFolder, datasets: held, log, now: () => performance.now() };
  const attempt = startAttempt(lease, contract, { ...deps, blobs: undefined });
  // A pod that is deleted or evicted releases its lease.
  onStop('attempt', () => {
    attempt.handBack();
    return attempt.done;
  });
  void attempt.done
    .then((verdict) => {
      // The runner that made this pod sees how it ended, and starts fewer pods while pods fail.
      if (verdict === 'unable') process.on('exit', () => (process.exitCode = 1));
    })
    .finally(() => process.kill(process.pid, 'SIGTERM'));
});
