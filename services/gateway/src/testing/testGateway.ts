import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { makeApiKey } from '@rotamer/accounts/access/apiKey.ts';
import type { CredentialRecord } from '@rotamer/accounts/access/credential.ts';
import { startKeyRing } from '@rotamer/accounts/access/keyRing.ts';
import type { LinkTarget } from '@rotamer/accounts/access/localLinkStore.ts';
import type { NewSession } from '@rotamer/accounts/access/sessionStore.ts';
import { hashSecret } from '@rotamer/accounts/access/tokenText.ts';
import { createWorkspaces } from '@rotamer/accounts/access/workspaces.ts';
import type { SignInWays } from '@rotamer/accounts/signIn/signInFrame.ts';
import { testApiKeys } from '@rotamer/accounts/testing/testApiKeys.ts';
import { testAudit } from '@rotamer/accounts/testing/testAudit.ts';
import { testDevices } from '@rotamer/accounts/testing/testDevices.ts';
import { testInvitations } from '@rotamer/accounts/testing/testInvitations.ts';
import { testMembers } from '@rotamer/accounts/testing/testMembers.ts';
import { testNotices } from '@rotamer/accounts/testing/testNotices.ts';
import { testSessions } from '@rotamer/accounts/testing/testSessions.ts';
import { scopes } from '@rotamer/api/operation/access.ts';
import { createAddressLimiter } from '@rotamer/http/limits/addressLimiter.ts';
import { createRateLimiter } from '@rotamer/http/limits/rateLimiter.ts';
import type { Capacity } from '@rotamer/http/limits/shedLoad.ts';
import { type Cap, createSlots } from '@rotamer/http/limits/slots.ts';
import type { RenderPage } from '@rotamer/http/pages/renderPage.ts';
import type { ClientTimeouts } from '@rotamer/http/server/clientTimeouts.ts';
import { type Stalls, watchStalls } from '@rotamer/http/server/stalls.ts';
import { testRateWindows } from '@rotamer/http/testing/testRateWindows.ts';
import { testRenderPage } from '@rotamer/http/testing/testRenderPage.ts';
import { type Inspections, startInspections } from '@rotamer/inspection/thread/startInspections.ts';
import type { Blobs } from '@rotamer/kit/blobs/blobs.ts';
import { openFsBlobs } from '@rotamer/kit/blobs/fsBlobs.ts';
import type { Clock } from '@rotamer/kit/clock.ts';
import { systemClock } from '@rotamer/kit/clock.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';
import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import { type SpendingBudget, Workspace } from '@rotamer/proto/billing/v1/billing.ts';
import { createResultReader } from '@rotamer/results/resultReader.ts';
import { startFeedHub } from '@rotamer/streams/events/feedHub.ts';
import { startJobHub } from '@rotamer/streams/hub.ts';
import { testBus } from '@rotamer/streams/testing/testBus.ts';
import { buildApp } from '../app.ts';
import type { Files } from '../clients/clients.ts';
import { createOperatorLetters } from '../operator/deadLetters.ts';
import { DEFAULT_SOURCES, readFileSources } from '../sources/fileSources.ts';
import type { OpenEntry } from '../sources/openEntry.ts';
import { testBatches } from './testBatches.ts';
import { testBudgets } from './testBudgets.ts';
import { testDatasets } from './testDatasets.ts';
import { testEvents } from './testEvents.ts';
import { testFiles } from './testFiles.ts';
import { testJobs } from './testJobs.ts';
import { testLedger } from './testLedger.ts';
import { testProjects } from './testProjects.ts';
import { testSharing } from './testSharing.ts';
import { testWebhooks } from './testWebhooks.ts';
import { testWorkflows } from './testWorkflows.ts';

/** Every entry of a database is a sequence. */
const openTestEntry: OpenEntry = async () => Readable.from([Buffer.from('>P0CG48\nMQIFVKTLTG\n')]);

export interface TestGatewayOptions {
  /** A files service and a blob store of the test; by default one in memory and one in a folder. */
  library?: { files: Files; blobs: Blobs };
  /** The thread that inspects uploads, which its test stops; by default the shared real one. */
  inspections?: Inspections;
  /** Opens entries of public databases; by default each is one sequence or atom. */
  openEntry?: OpenEntry;
  clock?: Clock;
  log?: Logger;
  trustedProxies?: string;
  corsOrigins?: string[];
  timeouts?: ClientTimeouts;
  streams?: Cap;
  uploads?: Cap;
  /** Stalls that the gateway assumes; by default those that it measures. */
  stalls?: Stalls;
  capacity?: Partial<Capacity>;
  consoleUrl?: string;
  /** In place of the console; by default a page is its JSON. */
  renderPage?: RenderPage;
  sampleJob?: string;
  publicUrl?: string;
  drained?: () => Promise<unknown>;
  /** Ways to sign in besides links of the test. */
  signInWays?: Partial<SignInWays>;
}

/** One thread for all tests of a process, because starting it takes a second. It ends by itself. */
const sharedInspections = startInspections({ log: quietLog });

/** A workspace on a free plan. */
export const freeWorkspaceId = 'ws_free';

/** The whole HTTP application with in-memory services, for `inject`. One application can serve all tests of a file. */
export async function testGateway({
  clock = systemClock,
  log = quietLog,
  trustedProxies = '',
  corsOrigins = [],
  library,
  inspections = sharedInspections,
  openEntry = openTestEntry,
  timeouts,
  capacity,
  stalls = watchStalls(),
  streams = { perKey: 1_000, inAll: 1_000 },
  uploads = { perKey: 100, inAll: 100 },
  publicUrl = 'http://127.0.0.1:8080',
  consoleUrl = '',
  renderPage = testRenderPage,
  sampleJob = '',
  drained = async () => {},
  signInWays,
}: TestGatewayOptions = {}) {
  const records = new Map<string, CredentialRecord>();
  const workspace = Workspace.fromPartial({
    id: 'ws_1',
    name: 'Enzyme group',
    plan: 'COMMERCIAL_TEAM',
    paid: true,
    limits: { concurrentJobs: 10, storageBytes: 100_000_000, requestsPerMinute: 120 },
    availableMillicredits: 12_500,
  });
  const jobs = testJobs();
  const files = testFiles();
  const projects = testProjects();
  const workflows = testWorkflows();
  const events = testEvents();
  const webhooks = testWebhooks();
  const batches = testBatches();
  const sharing = testSharing(jobs);
  /** Tokens of login links. */
  const localLinks = new Map<string, LinkTarget>();
  const bus = testBus();
  const audit = testAudit();
  const folder = await mkdtemp(join(tmpdir(), 'rotamer-gateway-'));
  const blobsSecret = randomUUID();
  const lookups: string[][] = [];
  const read = async (keyIds: string[]) => {
    lookups.push(keyIds);
    return keyIds.flatMap((keyId) => records.get(keyId) ?? []);
  };
  const blobs = openFsBlobs({ folder, secret: blobsSecret, publicUrl });
  const keys = startKeyRing({ read, recordUses: async () => {}, signals: { on: () => () => {} }, clock, log });
  const hub = await startJobHub({ bus: bus as never, jobs, log });
  const feedHub = await startFeedHub(bus);
  const spendRequests = testRateWindows(clock);
  const rates = createRateLimiter({ spendRequests, replicas: 3, clock, log });
  const addresses = createAddressLimiter(clock, 600);
  /** The budgets of keys. */
  const budgetsOfKeys: SpendingBudget[] = [];
  const billing = {
    getWorkspace: async ({ workspaceId }: { workspaceId?: string }) =>
      workspaceId === freeWorkspaceId ? { ...workspace, plan: 'FREE', paid: false } : workspace,
    setName: async () => workspace,
    ...testBudgets(budgetsOfKeys),
    ...testLedger(workspace),
  };
  async function takeLocalLink(token: string): Promise<LinkTarget | undefined> {
    const target = localLinks.get(token);
    localLinks.delete(token);
    return target;
  }
  const members = testMembers();
  const sessions = testSessions(records, clock);
  const notices = testNotices();
  const devices = testDevices(sessions, clock);
  const app = await buildApp({
    keys,
    billing,
    members,
    apiKeys: testApiKeys(),
    sessions,
    signInWays: { takeLocalLink, ...signInWays },
    notices,
    devices,
    invitations: testInvitations(),
    workspaces: createWorkspaces(billing),
    rates,
    audit,
    addresses,
    stalls,
    streamSlots: createSlots('open event streams', streams),
    uploadSlots: createSlots('uploads in progress', uploads),
    drained,
    timeouts,
    capacity: { maxInFlight: 1_000, maxLoopDelayMs: 1_000, loopDelayMs: () => 0, ...capacity },
    trustedProxies,
    corsOrigins,
    publicUrl,
    consoleUrl,
    renderPage,
    operators: new Set<string>(),
    readOverview: async () => {
      throw new Error('no operator');
    },
    operatorLetters: createOperatorLetters({ deadLetters: async () => [], replay: async () => 0 }, {}),
    sampleJob,
    shareSecret: randomUUID(),
    jobs,
    files: library?.files ?? files,
    projects,
    workflows,
    events,
    webhooks,
    batches,
    sharing,
    datasets: testDatasets(),
    hub,
    feedHub,
    blobs: library?.blobs ?? blobs,
    inspections,
    fileSources: readFileSources(DEFAULT_SOURCES),
    openEntry,
    results: createResultReader(blobs),
    blobsSecret,
    clock,
    log,
  });
  async function stop(): Promise<void> {
    await app.close();
    stalls.stop();
    await rates.stop();
    await hub.stop();
    await keys.stop();
    await rm(folder, { recursive: true });
  }

  /** Creates a key, by default one with all scopes. */
  function issueKey(fields: Partial<CredentialRecord> = {}): string {
    const { keyId, key } = makeApiKey();
    records.set(keyId, {
      kind: 'key',
      id: `key_${keyId}`,
      keyId,
      hash: hashSecret(key),
      workspaceId: workspace.id,
      userId: 'usr_1',
      role: 'owner',
      scopes: [...scopes],
      mayCreateKeys: true,
      ...fields,
    });
    return key;
  }

  /** Creates a session of a person with this role, by default one with all scopes. */
  async function issueSession({
    role = 'owner',
    workspaceId = workspace.id,
    ...fields
  }: Partial<CredentialRecord> = {}) {
    const userId = `usr_${randomUUID()}`;
    sessions.people.set(userId, { [workspace.id]: role, [workspaceId]: role });
    const token = await signIn({ userId, workspaceId });
    const keyId = token.slice(9, 19);
    records.set(keyId, { ...records.get(keyId)!, ...fields });
    return token;
  }

  /** Signs a person in; returns the token. */
  async function signIn(fields: Partial<Omit<NewSession, 'now'>> = {}): Promise<string> {
    const client = { userAgent: 'Test', address: '127.0.0.1' };
    return (await sessions.create({ userId: 'usr_1', method: 'local_link', client, ...fields })).token;
  }

  return {
    app,
    jobs,
    files,
    members,
    sessions,
    devices,
    localLinks,
    signIn,
    issueSession,
    notices,
    projects,
    workflows,
    events,
    webhooks,
    batches,
    sharing,
    audit,
    bus,
    hub,
    keys,
    addresses,
    blobs,
    workspace,
    issueKey,
    budgetsOfKeys,
    records,
    lookups,
    stop,
  };
}

/** The header that carries a key. */
export function bearer(key: string) {
  return { authorization: `Bearer ${key}` };
}
