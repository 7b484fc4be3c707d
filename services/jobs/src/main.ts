import { blobAccess } from '@rotamer/kit/blobs/blobAccess.ts';
import { startBlobDeletion } from '@rotamer/kit/blobs/blobDeletions.ts';
import { openBlobs, openTransferUrls } from '@rotamer/kit/blobs/openBlobs.ts';
import { systemClock } from '@rotamer/kit/clock.ts';
import { loadConfig } from '@rotamer/kit/process/config.ts';
import { run } from '@rotamer/kit/service/run.ts';
import {
  openClient,
  openDatabase,
  openPublishingBus,
  sendMailsOf,
  serveRpcs,
} from '@rotamer/kit/service/serviceParts.ts';
import { BillingDefinition } from '@rotamer/proto/billing/v1/billing.ts';
import { FilesDefinition } from '@rotamer/proto/files/v1/files.ts';
import { tools } from '@rotamer/tools/catalogue.ts';
import { configuredTools } from '@rotamer/tools/shared/configured/configuredTools.ts';
import { createWorkspaces } from './billing.ts';
import { startCheckPool } from './catalogue/checkPool.ts';
import { createCatalogue, recordContracts } from './catalogue/toolStore.ts';
import { configSchema } from './config.ts';
import { createChangeJob } from './job/changeJob.ts';
import { observeJobs } from './job/jobMeasures.ts';
import { createLeaseTokens } from './leases/leaseTokens.ts';
import { watchOffers } from './leases/liveOffers.ts';
import { rpcTable } from './rpcTable.ts';
import { createShareLinks } from './sharing/shareLinks.ts';
import { shareMails } from './sharing/shareMails.ts';
import { createAcceptJob } from './submit/acceptJobs.ts';
import { startLeaseExpiry } from './work/expireLeases.ts';
import { startOfferMatching } from './work/matchOffers.ts';
import { startForgetting } from './work/purge.ts';
import { startRetention } from './work/retention.ts';
import { startSettlement } from './work/settleJobs.ts';
import { startHoldSweep } from './work/sweepHolds.ts';

await run('jobs', async (life) => {
  const { log, onStop } = life;
  const config = loadConfig(configSchema, process.env);
  const db = await openDatabase(life, config, import.meta.dirname, { max: 16 });
  observeJobs(db);

  const builtIn = tools.map(({ contract }) => contract);
  const ids = builtIn.map(({ id }) => id);
  const configured = await configuredTools(config.toolsFolders, ids);
  const catalogue = createCatalogue([...builtIn, ...configured]);
  await recordContracts(db, catalogue);
  const checks = startCheckPool({ configured });
  onStop('check pool', checks.stop);

  const billing = openClient(life, BillingDefinition, config, { address: config.billingAddress });
  const files = openClient(life, FilesDefinition, config, { address: config.filesAddress });
  const { signals } = await openPublishingBus(life, config, db);

  const shared = { db, signals, billing, changeJob: createChangeJob({ db, signals }), log };
  onStop('settlement', startSettlement(shared).stop);
  onStop('lease expiry', startLeaseExpiry(shared).stop);
  onStop('offer matching', startOfferMatching(shared).stop);
  onStop('hold sweep', startHoldSweep(shared).stop);
  onStop('forgetting', startForgetting(shared).stop);
  const blobs = await openBlobs(config, blobAccess.jobs);
  onStop('blob deletion', startBlobDeletion({ ...shared, blobs }).stop);
  const { retentionDays: days } = config;
  if (days !== undefined) onStop('retention', startRetention({ ...shared, clock: systemClock, days }).stop);

  const shareLinks = createShareLinks({ publicUrl: config.publicUrl, secret: config.shareSecret });
  sendMailsOf(shareMails(db, shareLinks), life, config, signals);

  const deps = {
    ...shared,
    files,
    clock: systemClock,
    workspaces: createWorkspaces(billing),
    catalogue,
    checks,
    availability: watchOffers(db),
    acceptJob: createAcceptJob(db, systemClock),
    transferUrls: await openTransferUrls(config),
    blobs,
    leaseTokens: createLeaseTokens(config.leaseSecret),
    shareLinks,
    mailQuota: { perWorkspace: config.mailsPerWorkspace, perAddress: config.mailsPerAddress },
  };
  await serveRpcs(life, config, rpcTable(deps));
});
