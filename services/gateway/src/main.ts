import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startInspections } from '@rotamer/inspection/thread/startInspections.ts';
import { openBlobs } from '@rotamer/kit/blobs/openBlobs.ts';
import { publicEndpointWarning } from '@rotamer/kit/blobs/publicEndpoint.ts';
import { deadLetterService } from '@rotamer/kit/bus/deadLetterService.ts';
import { openBus } from '@rotamer/kit/bus/openBus.ts';
import { systemClock } from '@rotamer/kit/clock.ts';
import { openDb } from '@rotamer/kit/db/db.ts';
import { migrateService } from '@rotamer/kit/db/migrate.ts';
import { createGrpcClient } from '@rotamer/kit/grpc/client.ts';
import { startGrpcServer } from '@rotamer/kit/grpc/server.ts';
import { loadConfig } from '@rotamer/kit/process/config.ts';
import { startLoop } from '@rotamer/kit/process/loop.ts';
import { run } from '@rotamer/kit/process/run.ts';
import { BillingDefinition } from '@rotamer/proto/billing/v1/billing.ts';
import { FilesDefinition } from '@rotamer/proto/files/v1/files.ts';
import { JobsDefinition } from '@rotamer/proto/jobs/v1/jobs.ts';
import { SharingDefinition } from '@rotamer/proto/jobs/v1/sharing.ts';
import { readKeys } from './access/accessStore.ts';
import { startKeyRing } from './access/keyRing.ts';
import { createWorkspaces } from './access/workspaces.ts';
import { buildApp } from './app.ts';
import { batchGets } from './batchGets.ts';
import { batchSubmits } from './batchSubmits.ts';
import { configSchema } from './config.ts';
import { watchStalls } from './http/stalls.ts';
import { createAddressLimiter } from './limits/addressLimiter.ts';
import { watchLoopDelay } from './limits/loopDelay.ts';
import { createRateLimiter } from './limits/rateLimiter.ts';
import { createSpending, forgetWindows } from './limits/rateStore.ts';
import { createSlots } from './limits/slots.ts';
import { createManifestReader } from './results/manifests.ts';
import { accessService } from './rpcTable.ts';
import { startJobHub } from './sse/hub.ts';

await run('gateway', async (life) => {
  const { log } = life;
  const clock = systemClock;
  const config = loadConfig(configSchema, process.env);

  await migrateService(config.postgresUrl, join(import.meta.dirname, '../migrations'), log);
  const db = openDb({ url: config.postgresUrl, name: 'gateway', log });
  life.onStop('database', () => db.end());
  const bus = await openBus(config, log);
  life.onStop('bus', () => bus.stop());
  const blobs = await openBlobs(config);
  const warning = publicEndpointWarning(config);
  if (warning) log.warn(warning);

  // The one retry layer; a submission may take 10 s.
  const peer = { service: 'gateway', token: config.serviceToken, retry: true, timeoutMs: 10_000 };
  const billing = createGrpcClient(BillingDefinition, { ...peer, address: config.billingAddress });
  life.onStop('billing client', billing.close);
  const jobs = createGrpcClient(JobsDefinition, { ...peer, address: config.jobsAddress });
  life.onStop('jobs client', jobs.close);
  // Reading a large upload back may take longer.
  const files = createGrpcClient(FilesDefinition, { ...peer, address: config.filesAddress, timeoutMs: 30_000 });
  life.onStop('files client', files.close);
  const sharing = createGrpcClient(SharingDefinition, { ...peer, address: config.jobsAddress });
  life.onStop('sharing client', sharing.close);

  const keys = startKeyRing({ read: (keyIds) => readKeys(db, keyIds), clock, log });
  life.onStop('keys', keys.stop);
  const rates = createRateLimiter({
    spendRequests: createSpending(db),
    replicas: config.maxGateways,
    clock,
    log,
  });
  life.onStop('rate limits', rates.stop);
  const forgetting = startLoop({ name: 'forget', intervalMs: 3_600_000, log, pass: () => forgetWindows(db) });
  life.onStop('forgetting', forgetting.stop);
  const loopDelay = watchLoopDelay();
  life.onStop('loop delay', loopDelay.stop);
  const stalls = watchStalls();
  life.onStop('stalls', stalls.stop);
  const inspections = startInspections({ log, spoolBytes: config.maxSpoolBytes });
  life.onStop('inspections', inspections.stop);
  const hub = await startJobHub({ bus, jobs: jobs.client, log });
  life.onStop('event hub', hub.stop);

  const { listen, callers } = config;
  const services = [accessService({ db, billing: billing.client, clock }), deadLetterService(bus)];
  const grpc = await startGrpcServer({ listen, callers, services, log });
  life.onStop('gRPC', grpc.stop);

  const app = await buildApp({
    keys,
    workspaces: createWorkspaces(billing.client),
    rates,
    addresses: createAddressLimiter(clock, config.requestsPerAddress),
    capacity: {
      maxInFlight: config.maxRequestsInFlight,
      maxLoopDelayMs: config.maxLoopDelayMs,
      loopDelayMs: loopDelay.ms,
    },
    stalls,
    streamSlots: createSlots('open event streams', { perKey: config.maxStreamsPerKey, inAll: config.maxStreams }),
    uploadSlots: createSlots('uploads under way', { perKey: config.maxUploadsPerKey, inAll: config.maxUploads }),
    drained: () => sleep(config.drainMs),
    trustedProxies: config.trustedProxies,
    publicUrl: config.publicUrl,
    shareSecret: config.shareSecret,
    jobs: batchSubmits(batchGets(jobs.client)),
    files: files.client,
    sharing: sharing.client,
    hub,
    blobs,
    inspections,
    readManifest: createManifestReader(blobs),
    blobsSecret: config.blobsSecret,
    clock,
    log,
  });
  const address = await app.listen(listenOptions(config.httpListen));
  log.info({ address }, 'serving HTTP');
  life.onStop('HTTP', () => app.close());
});

/** `host:port`, the host of IPv6 in brackets. */
function listenOptions(address: string): { host: string; port: number } {
  const { hostname, port } = new URL(`http://${address}`);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 80) };
}
