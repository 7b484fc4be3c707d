import { loadConfig } from '@rotamer/kit/process/config.ts';
import { run } from '@rotamer/kit/process/run.ts';
import { openClient } from '@rotamer/kit/process/serviceParts.ts';
import { LeasesDefinition } from '@rotamer/proto/jobs/v1/leases.ts';
import { findTool, tools } from '@rotamer/tools/catalogue.ts';
import { startAttempt } from './attempt/runAttempt.ts';
import { folderBlobs } from './blobs/folderBlobs.ts';
import { configSchema } from './config.ts';
import { chooseSandbox } from './executor/chooseSandbox.ts';
import { createProcessExecutor } from './executor/processExecutor.ts';
import { removeFolder } from './harness/attemptFolders.ts';
import { findOffers } from './offers.ts';
import { startAnnouncing } from './work/announce.ts';
import { startClaiming } from './work/claimWork.ts';
import { openRunnerFolder } from './work/runnerFolder.ts';

await run('runner', async (life) => {
  const { log, onStop } = life;
  const config = loadConfig(configSchema, process.env);
  const { runnerId, slots, blobsDir } = config;
  const blobs = blobsDir === undefined ? undefined : folderBlobs(blobsDir);

  const runnerFolder = await openRunnerFolder(config.workDir, log);
  onStop('runner folder', () => removeFolder(runnerFolder));
  const sandbox = await chooseSandbox(config.sandbox, runnerFolder, log);
  const execute = createProcessExecutor(sandbox);

  const leases = openClient(life, LeasesDefinition, config, { address: config.jobsAddress });

  const offers = await findOffers(tools.map(({ contract }) => contract));
  log.info({ runnerId, slots, offers: offers.map(({ tool, major }) => `${tool}@${major}`) }, 'offering');
  const announcing = startAnnouncing(leases, runnerId, offers, log);
  onStop('announce', announcing.stop);

  const deps = { leases, blobs, execute, runnerFolder, nextUser: sandbox.nextUser, log, now: () => performance.now() };
  const claiming = startClaiming({
    leases,
    runnerId,
    offers,
    slots,
    start: (lease) => startAttempt(lease, findTool(lease.tool)!.contract, deps),
    log,
  });
  onStop('attempts', () => claiming.drain(config.drainSeconds * 1000));
  onStop('offers', announcing.drain);
});
