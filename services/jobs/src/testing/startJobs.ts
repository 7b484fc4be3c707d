import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBilling } from '@rotamer/billing/testing/startBilling.ts';
import { encodeManifest, manifestKey } from '@rotamer/domain/results/resultManifest.ts';
import type { Blobs } from '@rotamer/kit/blobs/blobs.ts';
import { openFsBlobs } from '@rotamer/kit/blobs/fsBlobs.ts';
import type { TransferUrls } from '@rotamer/kit/blobs/transferUrls.ts';
import { type Clock, systemClock } from '@rotamer/kit/clock.ts';
import { openDb } from '@rotamer/kit/db/db.ts';
import { startSignals } from '@rotamer/kit/db/signals.ts';
import { type FaultProxy, startFaultProxy } from '@rotamer/kit/testing/faultProxy/faultProxy.ts';
import { type PostgresProxy, startPostgresProxy } from '@rotamer/kit/testing/faultProxy/postgresProxy.ts';
import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import { serveRpcTable } from '@rotamer/kit/testing/serveRpcTable.ts';
import { serviceDatabase } from '@rotamer/kit/testing/templateDatabase.ts';
import { Caller } from '@rotamer/proto/caller/v1/caller.ts';
import type { ResolvedFile } from '@rotamer/proto/files/v1/files.ts';
import { JobsDefinition, type Submission, SubmissionKind, type SubmitRequest } from '@rotamer/proto/jobs/v1/jobs.ts';
import { LeasesDefinition } from '@rotamer/proto/jobs/v1/leases.ts';
import { SharingDefinition } from '@rotamer/proto/jobs/v1/sharing.ts';
import { MembersDefinition } from '@rotamer/proto/projects/v1/members.ts';
import { tools } from '@rotamer/tools/catalogue.ts';
import { onTestFinished } from 'vitest';
import { createWorkspaces } from '../billing.ts';
import { type CheckPool, startCheckPool } from '../catalogue/checkPool.ts';
import { createCatalogue } from '../catalogue/toolStore.ts';
import { createChangeJob } from '../job/changeJob.ts';
import { createLeaseTokens } from '../leases/leaseTokens.ts';
import { watchOffers } from '../leases/liveOffers.ts';
import { rpcTable } from '../rpcTable.ts';
import { createShareLinks } from '../sharing/shareLinks.ts';
import type { MailQuota } from '../sharing/shareStore.ts';
import { createAcceptJob } from '../submit/acceptJobs.ts';

const service = join(import.meta.dirname, '../..');

export const testShareLinks = createShareLinks({ publicUrl: 'https://rotamer.example', secret: 'secret of the tests' });

export const testLeaseTokens = createLeaseTokens('secret of the tests');

/** Offers of every built-in tool. */
export const ALL_OFFERS = tools.map(({ contract }) => ({
  tool: contract.id,
  major: Number(contract.version.split('.')[0]),
}));

const UBIQUITIN = '>ubiquitin\nMQIFVKTLTGKTITLEVEPSDTIENVKAKIQDKEGIPPDQQRLIFAGKQLEDGRTLSDYNIQKESTLHLVLRLRGG\n';

/** Returns a valid request for protein-properties, which costs 1 credit. */
export function aSubmission(over: Partial<SubmitRequest> = {}): SubmitRequest {
  const request = {
    submissionId: randomUUID(),
    kind: SubmissionKind.KEYED,
    tool: 'protein-properties',
    name: 'ubiquitin',
    inputs: [proteinInput(UBIQUITIN)],
    settingsJson: '',
    labels: {},
    ...over,
  };
  return asking(request, {});
}

/** Returns the request with another submission: another tool, other inputs or settings. */
export function asking(request: SubmitRequest, over: Partial<Submission>): SubmitRequest {
  const { tool, inputs, settingsJson } = request;
  const submission = { tool, inputs, settingsJson, ...over };
  return { ...request, ...submission, submission };
}

/** Returns a valid request for conformer-generation: metered, 3 credits a minute. */
export function aMeteredSubmission(over: Partial<SubmitRequest> = {}): SubmitRequest {
  const aspirin = 'CC(=O)Oc1ccccc1C(=O)O aspirin';
  const input = { ...proteinInput(aspirin), slotId: 'molecules', kind: 'smiles', format: 'SMILES' };
  return aSubmission({ tool: 'conformer-generation', inputs: [input], ...over });
}

function proteinInput(content: string): SubmitRequest['inputs'][number] {
  return {
    id: 'in1',
    slotId: 'sequences',
    kind: 'protein',
    format: 'FASTA',
    source: { source: { $case: 'text', value: {} } },
    content,
    contentEncoding: 'CONTENT_ENCODING_UNSPECIFIED',
    modifications: [],
  };
}

/** Fault proxies between jobs and the services it uses. */
export interface Links {
  postgres: PostgresProxy;
  billing: FaultProxy;
}

/** The tools of the repository. Made once for all tests of a process, because it takes a tenth of a second. */
export const testCatalogue = createCatalogue(tools.map(({ contract }) => contract));

/** Starts jobs with fault proxies on its links, and a direct connection to its database. */
export async function startJobsOnLinks({ retry = false } = {}) {
  const billing = await startBilling();
  const links: Links = {
    postgres: await startPostgresProxy(new URL(billing.url).host),
    billing: await startFaultProxy(billing.address),
  };
  onTestFinished(links.postgres.stop);
  onTestFinished(links.billing.stop);
  const jobs = await startJobs({ billing, links, retry });
  return { ...jobs, links };
}

let sharedChecks: CheckPool | undefined;

/**
 * Returns one check pool for all tests of a file; it ends with the process. Its thread takes 0.3 s of CPU to load every
 * tool.
 */
export function checkPool(): CheckPool {
  sharedChecks ??= startCheckPool();
  return sharedChecks;
}

export interface StartJobsOptions {
  clock?: Clock;
  billing?: Awaited<ReturnType<typeof startBilling>>;
  links?: Links;
  /** Whether its client repeats calls, as the gateway does. */
  retry?: boolean;
  mailQuota?: MailQuota;
  transferUrls?: TransferUrls;
  /** Where runners store results; a new folder by default. */
  blobs?: Pick<Blobs, 'get' | 'put'>;
}

const generous: MailQuota = { perWorkspace: 10_000, perAddress: 10_000 };

function testBlobs(): Blobs {
  const folder = mkdtempSync(join(tmpdir(), 'rotamer-jobs-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return openFsBlobs({ folder, secret: randomUUID(), publicUrl: 'http://127.0.0.1:8080' });
}

/**
 * Starts jobs with a new database and a real billing service, without its loops: a test runs the passes that it tests.
 */
export async function startJobs({
  clock = systemClock,
  billing: given,
  links,
  retry,
  mailQuota = generous,
  transferUrls,
  blobs = testBlobs(),
}: StartJobsOptions = {}) {
  const billing = given ?? (await startBilling());
  const { client: askBilling, calls: billingCalls } = counted(
    links ? billing.jobsThrough(links.billing.address) : billing.jobs,
  );
  const { db: direct, url } = await serviceDatabase(service);
  const db = links ? openDb({ url: links.postgres.through(url), name: 'jobs', log: quietLog }) : direct;
  if (links) onTestFinished(() => db.end());
  const signals = startSignals({ url, db, log: quietLog });
  onTestFinished(signals.stop);

  const changeJob = createChangeJob({ db, signals });

  /** Files of every workspace, as the files service would return them. */
  const saved: ResolvedFile[] = [];
  const server = await serveRpcTable(
    rpcTable({
      db,
      signals,
      clock,
      billing: askBilling,
      files: {
        resolveInputs: async ({ fileIds }) => ({ files: saved.filter(({ fileId }) => fileIds?.includes(fileId)) }),
      },
      workspaces: createWorkspaces(askBilling),
      catalogue: testCatalogue,
      checks: checkPool(),
      availability: watchOffers(db),
      acceptJob: createAcceptJob(db, clock),
      changeJob,
      leaseTokens: testLeaseTokens,
      blobs,
      transferUrls,
      shareLinks: testShareLinks,
      mailQuota,
    }),
  );
  const jobs = server.ask(JobsDefinition, 'gateway', { retry });
  const sharing = server.ask(SharingDefinition, 'gateway');
  const leases = server.ask(LeasesDefinition, 'runner');
  const members = server.ask(MembersDefinition, 'projects');
  await leases.announce({ runnerId: 'r1', offers: ALL_OFFERS });

  return {
    db,
    blobs,
    saved,
    url,
    /** A connection to the same database that bypasses the fault proxy. */
    direct,
    /** Number of jobs' calls to billing so far. */
    billingCalls,
    signals,
    billing,
    server,
    jobs,
    leases,
    sharing,
    members,
    deps: { db, signals, billing: billing.jobs, changeJob, log: quietLog },
    /** Creates a workspace with these credits, and a call scope of one of its users. */
    async member(credits: number) {
      const workspace = await billing.createWorkspace(credits * 1000);
      const caller = Caller.fromPartial({
        workspaceId: workspace.id,
        userId: 'usr_test',
        role: 'member',
        keyId: 'key_test',
      });
      return { workspaceId: workspace.id, scope: { caller } };
    },
    /** Returns a job as its caller gets it, or fails. */
    async getJob(jobId: string, { caller: { workspaceId } }: { caller: Caller }) {
      const { answers } = await jobs.batchGet({ gets: [{ jobId, workspaceId }] });
      const answer = answers[0]?.answer;
      if (answer?.$case !== 'job') throw new Error(`no job ${jobId} in ${workspaceId}`);
      return answer.value;
    },
    /** Returns the fields of an attempt's calls, with its lease token. */
    holding: (jobId: string, attempt: number) => ({
      jobId,
      attempt,
      leaseToken: testLeaseTokens.tokenOf(jobId, attempt),
    }),
    /** Stores the manifest of an attempt without outputs, and returns the reference that its runner reports. */
    async storeManifest({ workspaceId, jobId, attempt = 1 }: { workspaceId: string; jobId: string; attempt?: number }) {
      const key = manifestKey(workspaceId, jobId, attempt);
      const of = { job_id: jobId, tool: 'protein-properties', tool_version: '1.0.0', attempt };
      const { bytes, sha256 } = await encodeManifest({
        version: 'result-manifest-v2',
        ...of,
        files: [],
        items: [],
        inputs: [],
      });
      await blobs.put(key, bytes);
      return { key, sha256, size: bytes.length };
    },
    /** Moves the claim and start of the current attempts this many milliseconds into the past. */
    async passed(ms: number) {
      await db.query(
        `update jobs set claimed_at = claimed_at - make_interval(secs => $1), started_at = started_at - make_interval(secs => $1)
         where status = 'PROCESSING'`,
        [ms / 1000],
      );
    },
    /** Leases the next job, or fails. */
    async claimOne(runnerId = 'r1') {
      const { leases: claimed } = await leases.claim({ runnerId, offers: ALL_OFFERS, limit: 1, waitMs: 0 });
      if (!claimed[0]) throw new Error('nothing to claim');
      return claimed[0];
    },
  };
}

/** Returns the client with a counter of its calls. */
function counted<Client extends object>(client: Client) {
  let calls = 0;
  const proxy = new Proxy(client, {
    get(target, name) {
      calls++;
      return Reflect.get(target, name);
    },
  });
  return { client: proxy, calls: () => calls };
}
