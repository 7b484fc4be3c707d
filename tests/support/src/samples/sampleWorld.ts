import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '@rotamer/stack/folder/paths.ts';
import pg from 'pg';
import type { Contract } from '../contract.ts';
import { deletedProject, newProject } from '../projects.ts';
import { registerDataset } from '../registerDataset.ts';
import { propertiesOf, waitingJob } from '../requests.ts';
import type { Batch, File, Job, JobResult, WorkflowCuration } from '../resources.ts';
import { runnerSlots } from '../stack.ts';
import { ubiquitin } from '../testData.ts';
import { waitFor } from '../waitFor.ts';
import { waitForSettled } from '../waitForSettled.ts';
import { publish, reviewedMolecules, startRun, textOf, threeMolecules, waitForRun } from '../workflows.ts';
import { newWorkspaceOn, type Place, type Workspace } from '../workspace.ts';
import type { ShownSample } from './readSamples.ts';
import { type Recorder, startRecorder } from './recorder.ts';

/** The reason of failure of each failed sample, by name. */
export type Failures = Record<string, string>;

/** Runs samples one after another. Returns the failures. */
export type RunSamples = (samples: ShownSample[], world: SampleWorld) => Promise<Failures>;

/** Everything that the samples of one language need. */
export interface SampleWorld {
  recorder: Recorder;
  /** The folder in which the samples run. It has `sequences.fasta` and `molecules.smi`. */
  cwd: string;
  /** Environment variables that the samples read. */
  env: { ROTAMER_BASE_URL: string; ROTAMER_API_KEY: string };
}

/** Samples that need a queued job, so they run while all slots of the runner are taken. */
const whenBusy = ['cancelJob', 'stopJob', 'retryJob'];

/** Samples that need a person who signed in. The samples run with an API key; tests beside the routes send these requests. */
const ofPeople = ['updateSession', 'signOut', 'endSession', 'createDeviceToken'];

/** Samples that never end. `events.test.ts` of the gateway and of the client read this stream. */
const endless = ['streamEvents'];

/**
 * Runs all samples on resources of a new workspace. Returns the failures: samples that did not run to their end, and
 * samples whose own request was not made or did not succeed.
 */
export async function trySamples(
  place: Place,
  contract: Contract,
  all: ShownSample[],
  run: RunSamples,
): Promise<Failures> {
  const samples = all.filter(({ name }) => ![...ofPeople, ...endless].includes(name));
  const workspace = await newWorkspaceOn(place, contract, { limits: { 'requests-per-minute': 6_000 } });
  const recorder = await startRecorder(place.baseUrl);
  // The folder is inside the repository, so that samples can import its packages.
  const parent = join(repository, '.rotamer');
  mkdirSync(parent, { recursive: true });
  const cwd = mkdtempSync(join(parent, 'samples-'));
  try {
    writeFileSync(join(cwd, 'sequences.fasta'), ubiquitin);
    writeFileSync(join(cwd, 'molecules.smi'), threeMolecules);
    const env = { ROTAMER_BASE_URL: recorder.baseUrl, ROTAMER_API_KEY: workspace.key.key };
    const world = { recorder, cwd, env };
    const idsOf = await prepare(workspace, place);
    const filled = (one: ShownSample) => ({ ...one, code: fill(one.code, idsOf(one.name)) });
    const calm = await run(samples.filter(({ name }) => !whenBusy.includes(name)).map(filled), world);
    const waiting = samples.filter(({ name }) => whenBusy.includes(name));
    const rest = await withFullSlots(workspace, async () => {
      const ready = await Promise.all(
        waiting.map(async (one) => ({ ...one, code: fill(one.code, await queuedJob(workspace, place, one.name)) })),
      );
      return run(ready, world);
    });
    return { ...strayed(samples, recorder), ...calm, ...rest };
  } finally {
    await recorder.stop();
    rmSync(cwd, { recursive: true });
  }
}

/** Replaces placeholders in a sample by real ids. */
function fill(code: string, ids: Record<string, string>): string {
  return code.replaceAll(/\b[A-Z]+(?:_ID)\b|\bDIGEST\b/g, (name) => ids[name] ?? name);
}

/** Returns the samples that have not made their request, or whose request was refused. */
function strayed(samples: ShownSample[], { seen }: Recorder): Failures {
  const failures: Failures = {};
  for (const { name, route } of samples) {
    if (!route) continue;
    const paths = [route.path, ...(leadsThere[name] ?? [])];
    const patterns = paths.map((path) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`));
    const own = seen.filter(({ sample }) => sample === name);
    const made = own.some(({ method, path, status }) => {
      return method === route.method && status < 300 && patterns.some((pattern) => pattern.test(path));
    });
    if (!made) failures[name] = `it did not make its request, but ${JSON.stringify(own)}`;
  }
  return failures;
}

/** Operations that clients may do without: what they ask for instead has a signed link to the same bytes. */
const leadsThere: Readonly<Record<string, string[]>> = {
  getResultItem: ['/api/v1/results/{jobId}'],
  getFileBytes: ['/api/v1/files/{fileId}/link'],
};

/**
 * Creates one or more resources of every kind. Returns a function that returns the ids for a sample, chosen so that
 * samples do not conflict.
 */
async function prepare(workspace: Workspace, place: Place): Promise<(sample: string) => Record<string, string>> {
  const { client } = workspace;
  const submit = async () => (await client.post<Job>('/jobs', propertiesOf(ubiquitin))).body.id;
  const upload = async () => (await client.upload<File>('a.fasta', ubiquitin)).body.id;
  const [job, otherJob] = [await submit(), await submit()];
  const [file, otherFile] = [await upload(), await upload()];
  const [project, otherProject] = [await newProject(client), await newProject(client)];
  const deletion = await deleteOne(workspace);
  const failed = await deleteOne(workspace);
  await failDeletion(place, failed);
  const { workflow_id } = await publish(workspace, reviewedMolecules, { name: 'Reviewed' });
  const begin = async () =>
    (await startRun(client, workflow_id, { input_data: textOf('molecules', threeMolecules) })).body.id;
  const [run, otherRun] = [await begin(), await begin()];
  await Promise.all([run, otherRun].map((id) => waitForRun(client, id, ['PAUSED'])));
  const { body: curation } = await client.get<WorkflowCuration>(`/workflow-runs/${run}/curation`);
  await waitForSettled(client, [job, otherJob]);
  // A batch that may cost nothing pauses before its first job.
  const batch = async () => {
    const { name, ...submission } = propertiesOf(ubiquitin);
    const body = { name, max_credits: 0, submissions: [{ custom_id: 'a', ...submission }] };
    const { id } = (await client.post<Batch>('/batches', body)).body;
    await waitFor('the batch pauses', async () => (await client.get<Batch>(`/batches/${id}`)).body.status === 'PAUSED');
    return id;
  };
  const addMember = async () => {
    const email = `${randomUUID()}@example.org`;
    return (await workspace.admin.command('user create', { workspace: workspace.id, email, role: 'member' })).id;
  };
  const invite = async () => {
    const body = { email: `${randomUUID()}@example.org`, role: 'member' };
    return (await client.post<{ id: string }>('/members/invitations', body)).body.id;
  };
  const addBudget = async () => {
    const body = { scope: 'workspace', period: 'day', cap_credits: 1_000_000 };
    return (
      await client.send<{ id: string }>('PUT', '/budgets', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).body.id;
  };
  const addKey = async () => {
    const body = { name: 'Sample', scopes: ['jobs:read'] };
    return (await client.post<{ id: string }>('/api-keys', body)).body.id;
  };
  const addEndpoint = async () => {
    const body = { url: 'https://lims.example.org/rotamer' };
    return (await client.post<{ id: string }>('/webhook-endpoints', body)).body.id;
  };
  const endpoint = await addEndpoint();
  const delivery = await deliverOne(workspace, place, endpoint);
  // Uses another key, because polling limits count per key and the samples read the same result.
  const reader = workspace.clientWith((await workspace.newKey()).key);
  const { files } = (await reader.get<JobResult>(`/results/${otherJob}`)).body;
  const ids = {
    USER_ID: await addMember(),
    KEY_ID: await addKey(),
    BUDGET_ID: await addBudget(),
    BATCH_ID: await batch(),
    INVITATION_ID: await invite(),
    ENDPOINT_ID: endpoint,
    DELIVERY_ID: delivery,
    DATASET_ID: await registerDataset(place.dataDir),
    JOB_ID: job,
    FILE_ID: file,
    PROJECT_ID: project.id,
    DELETION_ID: deletion,
    WORKFLOW_ID: workflow_id,
    RUN_ID: run,
    DIGEST: curation.candidate_set_digest,
    CANDIDATE_ID: curation.candidates[0]!.id,
    ITEM_ID: files.find(({ name }) => name === 'properties.tsv')!.key,
  };
  const cancelledBatch = await batch();
  await client.post(`/batches/${cancelledBatch}/cancel`);
  const others: Record<string, Record<string, string>> = {
    cancelBatch: { BATCH_ID: await batch() },
    retryBatch: { BATCH_ID: cancelledBatch },
    // Another job, because a key may read a result once in 5 s.
    getResultItem: { JOB_ID: otherJob },
    saveResultItem: { JOB_ID: otherJob },
    withdrawInvitation: { INVITATION_ID: await invite() },
    rotateApiKey: { KEY_ID: await addKey() },
    revokeApiKey: { KEY_ID: await addKey() },
    deleteWebhookEndpoint: { ENDPOINT_ID: await addEndpoint() },
    removeMember: { USER_ID: await addMember() },
    deleteFile: { FILE_ID: otherFile },
    deleteProject: { PROJECT_ID: otherProject.id },
    retryProjectDeletion: { DELETION_ID: failed },
    cancelWorkflowRun: { RUN_ID: otherRun },
    retryWorkflowRun: { RUN_ID: otherRun },
    quoteRestOfRun: { RUN_ID: otherRun },
  };
  return (sample) => ({ ...ids, ...others[sample] });
}

async function deleteOne({ client }: Workspace): Promise<string> {
  return (await deletedProject(client, await newProject(client), { mode: 'unassign' })).id;
}

/**
 * Marks a deletion as failed after its last attempt. Real failures would take six minutes without one of the services.
 */
function failDeletion(place: Place, id: string): Promise<void> {
  return change(
    place,
    'rotamer_projects',
    `update deletions set status = 'failed', failures = 5, error = 'jobs did not answer', completed_at = null
     where id = $1`,
    id,
  );
}

/** Queues a test event for an endpoint, and marks its delivery as given up, which takes three days. */
async function deliverOne({ client }: Workspace, place: Place, endpoint: string): Promise<string> {
  const { id } = (await client.post<{ id: string }>(`/webhook-endpoints/${endpoint}/test`)).body;
  await change(
    place,
    'rotamer_notifications',
    `update webhook_deliveries set state = 'failed', due_at = null, ended_at = now() where id = $1`,
    id,
  );
  return id;
}

/** Marks a queued job as waiting for its next attempt, as after the loss of its runner. */
function failAttempt(place: Place, id: string): Promise<void> {
  return change(
    place,
    'rotamer_jobs',
    `update jobs set status = 'RETRY', failures = 1, next_attempt_at = now() + interval '1 hour'
     where id = $1 and status = 'QUEUED'`,
    id,
  );
}

/** Changes one row in the database of a service. */
async function change({ dataDir }: Place, database: string, statement: string, id: string): Promise<void> {
  const read = (name: string) => readFileSync(join(dataDir, 'postgres', name), 'utf8').trim();
  const address = `127.0.0.1:${read('port')}/${database}`;
  const db = new pg.Client({ connectionString: `postgresql://rotamer:${read('password')}@${address}` });
  await db.connect();
  const { rowCount } = await db.query(statement, [id]);
  await db.end();
  if (rowCount !== 1) throw new Error(`${id} is not as it should be: ${statement}`);
}

/** Takes every slot of the runner while `work` runs, so that new jobs wait. */
async function withFullSlots<Outcome>({ client }: Workspace, work: () => Promise<Outcome>): Promise<Outcome> {
  const project = await newProject(client);
  const long = waitingJob(200, { billing: { max_reserved_credits: 10 }, project_id: project.id });
  for (let i = 0; i < 2 * runnerSlots; i++) await client.post<Job>('/jobs', long);
  const outcome = await work();
  await deletedProject(client, project, { mode: 'delete_contents' });
  return outcome;
}

/** Submits a job that stays queued. For the sample of a retry, marks its first attempt as failed. */
async function queuedJob({ client }: Workspace, place: Place, sample: string): Promise<Record<string, string>> {
  const { id } = (await client.post<Job>('/jobs', propertiesOf(ubiquitin))).body;
  if (sample === 'retryJob') await failAttempt(place, id);
  return { JOB_ID: id };
}
