import { blobAccess } from '@rotamer/kit/blobs/blobAccess.ts';
import { openBlobs } from '@rotamer/kit/blobs/openBlobs.ts';
import { systemClock } from '@rotamer/kit/clock.ts';
import { loadConfig } from '@rotamer/kit/process/config.ts';
import { run } from '@rotamer/kit/service/run.ts';
import { openClient, openDatabase, openPublishingBus, serveRpcs } from '@rotamer/kit/service/serviceParts.ts';
import { BillingDefinition } from '@rotamer/proto/billing/v1/billing.ts';
import { FilesDefinition } from '@rotamer/proto/files/v1/files.ts';
import { DatasetsDefinition } from '@rotamer/proto/jobs/v1/datasets.ts';
import { JobsDefinition } from '@rotamer/proto/jobs/v1/jobs.ts';
import { createChangeAttempt } from './commands/changeAttempt.ts';
import { configSchema } from './config.ts';
import type { Deps } from './deps.ts';
import { createCountUnits } from './flow/artifactUnits.ts';
import { BILLING_EVENTS, handleBillingEvents } from './on/billingEvents.ts';
import { AT_ONCE, GROUP, handleJobEvents, JOB_EVENTS } from './on/jobEvents.ts';
import { handleMembershipEvents, MEMBERSHIP_EVENTS } from './on/membershipEvents.ts';
import { rpcTable } from './rpcTable.ts';
import { createTools } from './tools.ts';
import { startBeginning } from './work/beginAttempts.ts';
import { startCollecting } from './work/collectResults.ts';
import { startEvaluating } from './work/evaluateNodes.ts';
import { startFinishing } from './work/finishAttempts.ts';
import { startLaunching } from './work/launchChildren.ts';
import { startForgetting } from './work/purge.ts';
import { startReading } from './work/readBatches.ts';
import { startResuming } from './work/resumeFunded.ts';
import { startStopping } from './work/stopChildren.ts';
import { startSweep } from './work/sweepChildren.ts';
import { createRevisions } from './workflow/revisions.ts';

await run('workflows', async (life) => {
  const { log, onStop } = life;
  const config = loadConfig(configSchema, process.env);
  const db = await openDatabase(life, config, import.meta.dirname);
  const billing = openClient(life, BillingDefinition, config, { address: config.billingAddress });
  const jobs = openClient(life, JobsDefinition, config, { address: config.jobsAddress });
  const datasets = openClient(life, DatasetsDefinition, config, { address: config.jobsAddress });
  const files = openClient(life, FilesDefinition, config, { address: config.filesAddress });
  const { bus, signals } = await openPublishingBus(life, config, db);
  const blobs = await openBlobs(config, blobAccess.workflows);

  const revisions = createRevisions(db);
  const shared = {
    db,
    signals,
    clock: systemClock,
    log,
    files,
    blobs,
    revisions,
    billing,
    jobs,
    datasets,
  };
  const changeAttempt = createChangeAttempt(shared);
  const deps: Deps = { ...shared, changeAttempt, countUnits: createCountUnits(blobs), tools: createTools(jobs) };

  onStop('reading', startReading(deps).stop);
  onStop('beginning', startBeginning(deps).stop);
  onStop('evaluating', startEvaluating(deps).stop);
  onStop('launching', startLaunching(deps).stop);
  onStop('collecting', startCollecting(deps).stop);
  onStop('stopping', startStopping(deps).stop);
  onStop('resuming', startResuming(deps).stop);
  onStop('finishing', startFinishing(deps).stop);
  onStop('sweep', startSweep(deps).stop);
  onStop('forgetting', startForgetting(deps).stop);
  const ofJobs = { atOnce: AT_ONCE, types: JOB_EVENTS };
  const jobEvents = await bus.consume('jobs.events.v1', GROUP, handleJobEvents(deps), ofJobs);
  onStop('job events', jobEvents.stop);
  const ofBilling = { types: BILLING_EVENTS };
  const billingEvents = await bus.consume('billing.events.v1', GROUP, handleBillingEvents(deps), ofBilling);
  onStop('billing events', billingEvents.stop);
  const memberships = await bus.consume('gateway.events.v1', GROUP, handleMembershipEvents(deps), {
    types: MEMBERSHIP_EVENTS,
  });
  onStop('membership events', memberships.stop);

  await serveRpcs(life, config, rpcTable(deps));
});
