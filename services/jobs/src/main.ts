import { join } from 'node:path';
import { startBlobDeletion } from '@rotamer/kit/blobs/blobDeletions.ts';
import { openBlobs } from '@rotamer/kit/blobs/openBlobs.ts';
import { openBus } from '@rotamer/kit/bus/openBus.ts';
import { systemClock } from '@rotamer/kit/clock.ts';
import { loadConfig } from '@rotamer/kit/config.ts';
import { openDb } from '@rotamer/kit/db/db.ts';
import { migrateService } from '@rotamer/kit/db/migrate.ts';
import { createGrpcClient } from '@rotamer/kit/grpc/client.ts';
import { startGrpcServer } from '@rotamer/kit/grpc/server.ts';
import { startRelay } from '@rotamer/kit/outbox/startRelay.ts';
import { run } from '@rotamer/kit/run.ts';
import { startSignals } from '@rotamer/kit/signals.ts';
import { BillingDefinition } from '@rotamer/proto/billing/v1/billing.ts';
import { FilesDefinition } from '@rotamer/proto/files/v1/files.ts';
import { tools } from '@rotamer/tools/catalogue.ts';
import { startCheckPool } from './catalogue/checkPool.ts';
import { watchOffers } from './catalogue/liveOffers.ts';
import { createCatalogue, recordContracts } from './catalogue/toolStore.ts';
import { createChangeJob } from './changeJob.ts';
import { config } from './config.ts';
import { observeJobs } from './jobMeasures.ts';
import { services } from './rpc/services.ts';
import { openMailer } from './sharing/mailer.ts';
import { createShareLinks } from './sharing/shareLinks.ts';
import { createAcceptJob } from './submit/acceptJobs.ts';
import { startLeaseExpiry } from './work/expireLeases.ts';
import { startForgetting } from './work/forget.ts';
import { startOfferMatching } from './work/matchOffers.ts';
import { startRetention } from './work/retention.ts';
import { startMailing } from './work/sendMails.ts';
import { startSettlement } from './work/settleJobs.ts';
import { startHoldSweep } from './work/sweepHolds.ts';
import { createWorkspaces } from './workspaces.ts';

await run('jobs', async ({ log, onStop }) => {
  const { postgresUrl, billingAddress, filesAddress, serviceToken, listen, callers, ...rest } = loadConfig(
    config,
    process.env,
  );

  await migrateService(postgresUrl, join(import.meta.dirname, '../migrations'), log);
  const db = openDb({ url: postgresUrl, name: 'jobs', log, max: 16 });
  onStop('database', () => db.end());
  observeJobs(db);
  const signals = startSignals({ url: postgresUrl, db, log });
  onStop('signals', signals.stop);

  const catalogue = createCatalogue(tools.map(({ contract }) => contract));
  await recordContracts(db, catalogue);
  const checks = startCheckPool();
  onStop('check pool', checks.stop);

  const peer = { service: 'jobs', token: serviceToken };
  const billing = createGrpcClient(BillingDefinition, { ...peer, address: billingAddress });
  onStop('billing client', billing.close);
  const files = createGrpcClient(FilesDefinition, { ...peer, address: filesAddress });
  onStop('files client', files.close);

  const bus = await openBus(rest, log);
  onStop('bus', bus.stop);
  const relay = startRelay({ url: postgresUrl, bus, signals, log });
  onStop('relay', relay.stop);

  const shared = { db, signals, billing: billing.client, changeJob: createChangeJob({ db, signals }), log };
  for (const [name, loop] of Object.entries({
    settlement: startSettlement(shared),
    leases: startLeaseExpiry(shared),
    offers: startOfferMatching(shared),
    holds: startHoldSweep(shared),
    forgetting: startForgetting(db, log),
    'blob deletion': startBlobDeletion({ ...shared, blobs: await openBlobs(rest) }),
  })) {
    onStop(name, loop.stop);
  }

  if (rest.retentionDays !== undefined) {
    const retention = startRetention({ ...shared, clock: systemClock, days: rest.retentionDays });
    onStop('retention', retention.stop);
  }

  const shareLinks = createShareLinks({ publicUrl: rest.publicUrl, secret: rest.shareSecret });
  const mailer = openMailer(rest);
  if (mailer) {
    onStop('mailer', mailer.close);
    onStop('mailing', startMailing({ url: postgresUrl, db, signals, mailer, shareLinks, log }).stop);
  } else {
    log.warn('no mail server: nobody is told of an invitation but by whoever invited');
  }

  const server = await startGrpcServer({
    listen,
    callers,
    log,
    services: services({
      ...shared,
      files: files.client,
      clock: systemClock,
      workspaces: createWorkspaces(billing.client),
      catalogue,
      checks,
      availability: watchOffers(db),
      acceptJob: createAcceptJob(db, systemClock),
      shareLinks,
    }),
  });
  onStop('server', server.stop);
});
