import { setTimeout as sleep } from 'node:timers/promises';
import { createApiKeys } from '@rotamer/accounts/access/apiKeys.ts';
import { readCredentials, recordUses } from '@rotamer/accounts/access/credentialStore.ts';
import { startKeyRing } from '@rotamer/accounts/access/keyRing.ts';
import { createMembers } from '@rotamer/accounts/access/members.ts';
import { createPersonSessions } from '@rotamer/accounts/access/personSessions.ts';
import { createWorkspaces } from '@rotamer/accounts/access/workspaces.ts';
import { startAuditLog } from '@rotamer/accounts/audit/auditLog.ts';
import { createDevices } from '@rotamer/accounts/devices/devices.ts';
import { createInvitations } from '@rotamer/accounts/invitations/invitations.ts';
import { mailTemplates } from '@rotamer/accounts/mailTemplates.ts';
import { createNotices } from '@rotamer/accounts/notices/notices.ts';
import { startSendingPeople } from '@rotamer/accounts/people/sendPeople.ts';
import { createSignInWays } from '@rotamer/accounts/signInWays.ts';
import { createAddressLimiter } from '@rotamer/http/limits/addressLimiter.ts';
import { watchLoopDelay } from '@rotamer/http/limits/loopDelay.ts';
import { createRateLimiter } from '@rotamer/http/limits/rateLimiter.ts';
import { createSlots } from '@rotamer/http/limits/slots.ts';
import { createRenderPage } from '@rotamer/http/pages/renderPage.ts';
import { readOrigins } from '@rotamer/http/server/crossOrigin.ts';
import { listenOptions } from '@rotamer/http/server/serverOptions.ts';
import { watchStalls } from '@rotamer/http/server/stalls.ts';
import { startInspections } from '@rotamer/inspection/thread/startInspections.ts';
import { blobAccess } from '@rotamer/kit/blobs/blobAccess.ts';
import { openBlobs } from '@rotamer/kit/blobs/openBlobs.ts';
import { publicEndpointWarning } from '@rotamer/kit/blobs/publicEndpoint.ts';
import { systemClock } from '@rotamer/kit/clock.ts';
import { mailTable } from '@rotamer/kit/mail/mailTable.ts';
import { readAllowList } from '@rotamer/kit/outgoing/allowList.ts';
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
import { DeadLettersDefinition } from '@rotamer/proto/bus/v1/dead_letters.ts';
import { FilesDefinition } from '@rotamer/proto/files/v1/files.ts';
import { DatasetsDefinition } from '@rotamer/proto/jobs/v1/datasets.ts';
import { JobsDefinition } from '@rotamer/proto/jobs/v1/jobs.ts';
import { SharingDefinition } from '@rotamer/proto/jobs/v1/sharing.ts';
import { EventsDefinition } from '@rotamer/proto/notifications/v1/events.ts';
import { MailsDefinition } from '@rotamer/proto/notifications/v1/mails.ts';
import { WebhooksDefinition } from '@rotamer/proto/notifications/v1/webhooks.ts';
import { ProjectsDefinition } from '@rotamer/proto/projects/v1/projects.ts';
import { BatchesDefinition } from '@rotamer/proto/workflows/v1/batches.ts';
import { WorkflowsDefinition } from '@rotamer/proto/workflows/v1/workflows.ts';
import { createResultReader } from '@rotamer/results/resultReader.ts';
import { startFeedHub } from '@rotamer/streams/events/feedHub.ts';
import { startJobHub } from '@rotamer/streams/hub.ts';
import { buildApp } from './app.ts';
import { batchGets } from './clients/batchGets.ts';
import { batchSubmits } from './clients/batchSubmits.ts';
import { configSchema } from './config.ts';
import { createSpending } from './limits/rateStore.ts';
import { createOperatorLetters } from './operator/deadLetters.ts';
import { createReadOverview } from './operator/readOverview.ts';
import { startForgetting } from './purge.ts';
import { readOperators } from './routes/operator/operatorRoute.ts';
import { rpcTable } from './rpcTable.ts';
import { readFileSources } from './sources/fileSources.ts';
import { openEntries } from './sources/openEntry.ts';

await run('gateway', async (life) => {
  const { log } = life;
  const clock = systemClock;
  const config = loadConfig(configSchema, process.env);
  const publicUrl = config.publicUrl.replace(/\/$/, '');

  const db = await openDatabase(life, config, import.meta.dirname);
  const { bus, signals } = await openPublishingBus(life, config, db);
  const blobs = await openBlobs(config, blobAccess.gateway);
  const warning = publicEndpointWarning(config);
  if (warning) log.warn(warning);

  const queue = mailTable(db, mailTemplates({ publicUrl: config.publicUrl, secret: config.shareSecret }));
  sendMailsOf(queue, life, config, signals);

  // The only retry layer. A submission may take 10 s.
  const peer = { retry: true, timeoutMs: 10_000 };
  const billing = openClient(life, BillingDefinition, config, { ...peer, address: config.billingAddress });
  const jobs = openClient(life, JobsDefinition, config, { ...peer, address: config.jobsAddress });
  const datasets = openClient(life, DatasetsDefinition, config, { ...peer, address: config.jobsAddress });
  const sharing = openClient(life, SharingDefinition, config, { ...peer, address: config.jobsAddress });
  // Finishing a large upload reads it back, which may take longer.
  const files = openClient(life, FilesDefinition, config, { ...peer, address: config.filesAddress, timeoutMs: 30_000 });
  const projects = openClient(life, ProjectsDefinition, config, { ...peer, address: config.projectsAddress });
  const workflows = openClient(life, WorkflowsDefinition, config, { ...peer, address: config.workflowsAddress });
  const batches = openClient(life, BatchesDefinition, config, { ...peer, address: config.workflowsAddress });

  // The page of an operator shows what answers in time, so nothing is tried twice.
  const lettersOf = (address: string) =>
    openClient(life, DeadLettersDefinition, config, { address, timeoutMs: 10_000 });
  const letters = {
    files: lettersOf(config.filesAddress),
    jobs: lettersOf(config.jobsAddress),
    projects: lettersOf(config.projectsAddress),
    workflows: lettersOf(config.workflowsAddress),
  };

  const events = openClient(life, EventsDefinition, config, { ...peer, address: config.notificationsAddress });
  const mails = openClient(life, MailsDefinition, config, { ...peer, address: config.notificationsAddress });
  const webhooks = openClient(life, WebhooksDefinition, config, { ...peer, address: config.notificationsAddress });

  const keys = startKeyRing({
    read: (keyIds) => readCredentials(db, keyIds),
    recordUses: (uses) => recordUses(db, uses),
    signals,
    clock,
    log,
  });
  life.onStop('keys', keys.stop);
  const rates = createRateLimiter({
    spendRequests: createSpending(db),
    replicas: config.maxGateways,
    clock,
    log,
  });
  life.onStop('rate limits', rates.stop);
  life.onStop('forgetting', startForgetting(db, clock, log).stop);
  const audit = startAuditLog({ db, clock, log });
  life.onStop('audit log', audit.stop);
  const loopDelay = watchLoopDelay();
  life.onStop('loop delay', loopDelay.stop);
  const stalls = watchStalls();
  life.onStop('stalls', stalls.stop);
  const inspections = startInspections({ log, spoolBytes: config.maxSpoolBytes });
  life.onStop('inspections', inspections.stop);
  const entries = openEntries({ allow: readAllowList(config.fileSourceAllow, 'ROTAMER_FILE_SOURCE_ALLOW') });
  life.onStop('file sources', entries.close);
  const hub = await startJobHub({ bus, jobs, log });
  life.onStop('event hub', hub.stop);

  const feedHub = await startFeedHub(bus);
  life.onStop('feed hub', feedHub.stop);

  const members = createMembers({ db, signals, clock });
  const apiKeys = createApiKeys({ db, signals, clock });
  const notices = createNotices({ db, mails });
  life.onStop('people', startSendingPeople({ db, mails, signals, log, url: config.postgresUrl }).stop);
  const wantsMail = (email: string) => notices.wants(email, 'invitation');
  const invitations = createInvitations({ db, signals, clock, wantsMail });
  await serveRpcs(
    life,
    config,
    rpcTable({
      ...{ db, bus, billing, members, apiKeys, audit, signals, clock },
      localLinks: config.localLinks,
      publicUrl,
    }),
  );

  const app = await buildApp({
    keys,
    workspaces: createWorkspaces(billing),
    rates,
    audit,
    addresses: createAddressLimiter(clock, config.requestsPerAddress),
    capacity: {
      maxInFlight: config.maxRequestsInFlight,
      maxLoopDelayMs: config.maxLoopDelayMs,
      loopDelayMs: loopDelay.ms,
    },
    stalls,
    streamSlots: createSlots('open event streams', { perKey: config.maxStreamsPerKey, inAll: config.maxStreams }),
    uploadSlots: createSlots('uploads in progress', { perKey: config.maxUploadsPerKey, inAll: config.maxUploads }),
    drained: () => sleep(config.drainMs),
    trustedProxies: config.trustedProxies,
    corsOrigins: readOrigins(config.corsOrigins),
    publicUrl,
    consoleUrl: config.consoleUrl,
    renderPage: createRenderPage(config.consoleUrl),
    operators: readOperators(config.operators),
    readOverview: createReadOverview({ db, jobs, clock }),
    operatorLetters: createOperatorLetters(bus, letters),
    sampleJob: config.sampleJob,
    shareSecret: config.shareSecret,
    billing,
    members,
    apiKeys,
    sessions: createPersonSessions({ db, signals, clock }),
    signInWays: createSignInWays(config, { db, signals, clock, members, audit, billing, publicUrl }),
    devices: createDevices({ db, clock }),
    notices,
    invitations,
    jobs: batchSubmits(batchGets(jobs)),
    datasets,
    files,
    projects,
    workflows,
    events,
    webhooks,
    batches,
    sharing,
    hub,
    feedHub,
    blobs,
    inspections,
    fileSources: readFileSources(config.fileSources),
    openEntry: entries.open,
    results: createResultReader(blobs),
    blobsSecret: config.blobsSecret,
    clock,
    log,
  });
  const address = await app.listen(listenOptions(config.httpListen));
  log.info({ address }, 'serving HTTP');
  life.onStop('HTTP server', () => app.close());
});
