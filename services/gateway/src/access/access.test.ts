import type { Session } from '@rotamer/accounts/access/sessionStore.ts';
import { nightlyKey } from '@rotamer/accounts/testing/testApiKeys.ts';
import { openInvitation } from '@rotamer/accounts/testing/testInvitations.ts';
import { ada } from '@rotamer/accounts/testing/testMembers.ts';
import { type Role, roles, type Scope, scopes } from '@rotamer/api/operation/access.ts';
import { operations as table } from '@rotamer/api/operations.ts';
import { newId } from '@rotamer/kit/ids.ts';
import { long } from '@rotamer/kit/testing/long.ts';
import { testJob } from '@rotamer/present/testing/testJob.ts';
import type { SpendingBudget } from '@rotamer/proto/billing/v1/billing.ts';
import type { Job } from '@rotamer/proto/jobs/v1/job.ts';
import { DeletionMode } from '@rotamer/proto/projects/v1/project.ts';
import type { InjectOptions } from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { operationOf, readOperations } from '../testing/readOperations.ts';
import { formOf, submission } from '../testing/requests.ts';
import { testBatch } from '../testing/testBatches.ts';
import { testBudget } from '../testing/testBudgets.ts';
import { testFile } from '../testing/testFiles.ts';
import { bearer, freeWorkspaceId, testGateway } from '../testing/testGateway.ts';
import { testDeletion, testProject } from '../testing/testProjects.ts';
import { storeResult } from '../testing/testResult.ts';
import { testDelivery, testEndpoint } from '../testing/testWebhooks.ts';
import { testCandidate, testDefinition, testDigest, testRun, testWorkflow } from '../testing/testWorkflows.ts';

interface Promised {
  needs: Scope[];
  /** Not for viewers. */
  write?: true;
  /** Also without a paid plan. */
  anyPlan?: true;
  /** For sessions of people, not for API keys. */
  session?: true;
  /** Only for admins and owners. */
  admin?: true;
  /** `url` without `/api/v1`. */
  request: (job: Job) => InjectOptions & { url: string };
}

const savedFile = testFile();
const project = testProject({ id: 'proj_00000000000000000000000000' });
const deletion = testDeletion();
const contentsDeletion = testDeletion({ mode: DeletionMode.DELETE_CONTENTS });
const workflow = testWorkflow();
const run = testRun({ workflowId: workflow.id });
const runOfFile = testRun({ workflowId: workflow.id });
const keyed = { 'idempotency-key': 'one' };
const runsOf = { method: 'POST', url: `/workflows/${workflow.id}/runs`, headers: keyed } as const;
const savedInput = submission({}, { source: { type: 'file', fileId: 'f' } }).input.inputs;
const batch = testBatch();
const { project_id: _, name: __, ...asked } = submission({}) as Record<string, unknown>;
const batchSubmission = { custom_id: 'a', ...asked };
const batchOf = (fields: object) => ({
  method: 'POST' as const,
  url: '/batches',
  payload: { name: 'Peptides', submissions: [batchSubmission], ...fields },
});
const assignment = { target_project_id: project.id, resources: [{ type: 'job', ids: ['job_x'] }] };
const sequence = { name: 'a.fasta', bytes: '>a\nMKV' };
const upload = await formOf([['file', sequence]]);
const uploadToProject = await formOf([
  ['file', sequence],
  ['project_id', project.id],
]);

const ofEndpoint = `/webhook-endpoints/${testEndpoint.id}`;
const candidate = testCandidate('magainin');
const selection = { candidate_set_digest: testDigest([candidate]), approved_candidate_ids: [candidate.id] };

/**
 * Who may do what, in the words of the public API. Written independently of the table that it tests. A test fails for an
 * operation without a row here.
 */
const promises: Record<string, Promised> = {
  account: { needs: ['jobs:read'], request: () => ({ url: '/account' }) },
  'current session': { needs: [], anyPlan: true, request: () => ({ url: '/session' }) },
  'switch the workspace': {
    needs: [],
    anyPlan: true,
    session: true,
    request: () => ({ method: 'PATCH', url: '/session', payload: { workspace_id: 'ws_1' } }),
  },
  'sign out': { needs: [], anyPlan: true, session: true, request: () => ({ method: 'DELETE', url: '/session' }) },
  workspaces: { needs: [], anyPlan: true, request: () => ({ url: '/workspaces' }) },
  sessions: { needs: ['workspace:read'], request: () => ({ url: '/sessions' }) },
  'sessions of the workspace': {
    needs: ['workspace:read'],
    admin: true,
    request: () => ({ url: '/sessions?of=workspace' }),
  },
  'end a session': {
    needs: ['workspace:write'],
    request: () => ({ method: 'DELETE', url: `/sessions/${session.id}` }),
  },
  'end other sessions': { needs: ['workspace:write'], request: () => ({ method: 'DELETE', url: '/sessions' }) },
  workspace: { needs: ['workspace:read'], request: () => ({ url: '/workspace' }) },
  'rename the workspace': {
    needs: ['workspace:write'],
    admin: true,
    request: () => ({ method: 'PATCH', url: '/workspace', payload: { name: 'Enzyme group' } }),
  },
  audit: { needs: ['workspace:read'], admin: true, request: () => ({ url: '/audit' }) },
  notices: { needs: ['workspace:read'], request: () => ({ url: '/notices' }) },
  'choose notices': {
    needs: ['workspace:write'],
    request: () => ({ method: 'PATCH', url: '/notices', payload: { job_ended: 'always' } }),
  },
  ledger: { needs: ['workspace:read'], request: () => ({ url: '/ledger' }) },
  usage: { needs: ['workspace:read'], request: () => ({ url: '/usage' }) },
  members: { needs: ['workspace:read'], request: () => ({ url: '/members' }) },
  // Handlers check the roles of both members under a lock (`members.int.test.ts`), so that the stand-in allows everything.
  'change a role': {
    needs: ['workspace:write', 'jobs:read', 'files:read', 'projects:read', 'workspace:read'],
    request: () => ({ method: 'PATCH', url: `/members/${ada.userId}`, payload: { role: 'viewer' } }),
  },
  'remove a member': {
    needs: ['workspace:write'],
    request: () => ({ method: 'DELETE', url: `/members/${ada.userId}` }),
  },
  invitations: { needs: ['workspace:read'], admin: true, request: () => ({ url: '/members/invitations' }) },
  // A person has all scopes of the role, so the key must have them too.
  invite: {
    needs: ['workspace:write', 'jobs:read', 'files:read', 'projects:read', 'workspace:read'],
    admin: true,
    request: () => ({
      method: 'POST',
      url: '/members/invitations',
      payload: { email: 'bob@example.org', role: 'viewer' },
    }),
  },
  'resend an invitation': {
    needs: ['workspace:write'],
    admin: true,
    request: () => ({ method: 'POST', url: `/members/invitations/${openInvitation.id}/resend` }),
  },
  'withdraw an invitation': {
    needs: ['workspace:write'],
    admin: true,
    request: () => ({ method: 'DELETE', url: `/members/invitations/${openInvitation.id}` }),
  },
  'feed of jobs': { needs: ['jobs:read'], request: () => ({ url: '/events?type=job.*,workflow_run.*' }) },
  'feed of files': { needs: ['files:read'], request: () => ({ url: '/events?type=file.created' }) },
  'feed of projects': { needs: ['projects:read'], request: () => ({ url: '/events?type=project.*' }) },
  'feed of budgets': { needs: ['workspace:read'], request: () => ({ url: '/events?type=budget.*' }) },
  'stream of the feed': {
    needs: ['jobs:read'],
    // The stream does not end, so only its head is read.
    request: () => ({ url: '/events/stream?type=job.*', payloadAsStream: true }),
  },
  budgets: { needs: ['workspace:read'], request: () => ({ url: '/budgets' }) },
  'set a budget': {
    needs: ['workspace:write'],
    admin: true,
    request: () => ({
      method: 'PUT',
      url: '/budgets',
      payload: { scope: 'workspace', period: 'day', cap_credits: 1 },
    }),
  },
  'delete a budget': {
    needs: ['workspace:write'],
    admin: true,
    request: () => ({ method: 'DELETE', url: `/budgets/${testBudget.id}` }),
  },
  'webhook endpoints': { needs: ['webhooks:read'], admin: true, request: () => ({ url: '/webhook-endpoints' }) },
  'create a webhook endpoint': {
    needs: ['webhooks:write'],
    admin: true,
    request: () => ({ method: 'POST', url: '/webhook-endpoints', payload: { url: 'https://lims.example.org/' } }),
  },
  'webhook endpoint': { needs: ['webhooks:read'], admin: true, request: () => ({ url: ofEndpoint }) },
  'change a webhook endpoint': {
    needs: ['webhooks:write'],
    admin: true,
    request: () => ({ method: 'PATCH', url: ofEndpoint, payload: { enabled: false } }),
  },
  'rotate the secret of a webhook endpoint': {
    needs: ['webhooks:write'],
    admin: true,
    request: () => ({ method: 'POST', url: `${ofEndpoint}/rotate-secret` }),
  },
  'test a webhook endpoint': {
    needs: ['webhooks:write'],
    admin: true,
    request: () => ({ method: 'POST', url: `${ofEndpoint}/test` }),
  },
  'delete a webhook endpoint': {
    needs: ['webhooks:write'],
    admin: true,
    request: () => ({ method: 'DELETE', url: ofEndpoint }),
  },
  'webhook deliveries': { needs: ['webhooks:read'], admin: true, request: () => ({ url: '/webhook-deliveries' }) },
  'webhook delivery': {
    needs: ['webhooks:read'],
    admin: true,
    request: () => ({ url: `/webhook-deliveries/${testDelivery.id}` }),
  },
  'replay a webhook delivery': {
    needs: ['webhooks:write'],
    admin: true,
    request: () => ({ method: 'POST', url: `/webhook-deliveries/${testDelivery.id}/replay` }),
  },
  'API keys': { needs: ['workspace:read'], request: () => ({ url: '/api-keys' }) },
  'API key': { needs: ['workspace:read'], request: () => ({ url: `/api-keys/${nightlyKey.id}` }) },
  // Which rights a new key may have is tested on a database (`apiKeys.int.test.ts`).
  'create an API key': {
    needs: ['workspace:write'],
    request: () => ({ method: 'POST', url: '/api-keys', payload: { name: 'Nightly', scopes: ['jobs:read'] } }),
  },
  'change an API key': {
    needs: ['workspace:write'],
    request: () => ({ method: 'PATCH', url: `/api-keys/${nightlyKey.id}`, payload: { name: 'Nightly' } }),
  },
  'rotate an API key': {
    needs: ['workspace:write'],
    request: () => ({ method: 'POST', url: `/api-keys/${nightlyKey.id}/rotate` }),
  },
  'revoke an API key': {
    needs: ['workspace:write'],
    request: () => ({ method: 'DELETE', url: `/api-keys/${nightlyKey.id}` }),
  },
  tools: { needs: ['jobs:read'], request: () => ({ url: '/tools' }) },
  tool: { needs: ['jobs:read'], request: () => ({ url: '/tools/protein-properties' }) },
  datasets: { needs: ['jobs:read'], request: () => ({ url: '/datasets' }) },
  dataset: { needs: ['jobs:read'], request: () => ({ url: '/datasets/swissprot' }) },
  quote: {
    needs: ['jobs:write'],
    write: true,
    request: () => ({ method: 'POST', url: '/jobs/quote', payload: submission({ name: undefined }) }),
  },
  submit: {
    needs: ['jobs:write'],
    write: true,
    request: () => ({ method: 'POST', url: '/jobs', payload: submission() }),
  },
  'submit to no project': {
    needs: ['jobs:write'],
    write: true,
    request: () => ({ method: 'POST', url: '/jobs', payload: submission({ project_id: null }) }),
  },
  'submit to a project': {
    needs: ['jobs:write', 'projects:write'],
    write: true,
    request: () => ({
      method: 'POST',
      url: '/jobs',
      payload: submission({ project_id: project.id }),
    }),
  },
  'submit a saved file': {
    needs: ['jobs:write', 'files:read'],
    write: true,
    request: () => ({
      method: 'POST',
      url: '/jobs',
      payload: submission({}, { source: { type: 'file', file_id: 'f' } }),
    }),
  },
  'submit a saved file by its alias to a project': {
    needs: ['jobs:write', 'files:read', 'projects:write'],
    write: true,
    request: () => ({
      method: 'POST',
      url: '/jobs',
      payload: submission({ project_id: project.id }, { source: { type: 'file', fileId: 'f' } }),
    }),
  },
  list: { needs: ['jobs:read'], request: () => ({ url: '/jobs' }) },
  job: { needs: ['jobs:read'], request: ({ id }) => ({ url: `/jobs/${id}` }) },
  'cancel many jobs': {
    needs: ['jobs:write'],
    write: true,
    request: () => ({ method: 'POST', url: '/jobs/cancel', payload: { filter: { tool: 't' } } }),
  },
  'retry failed jobs': {
    needs: ['jobs:write'],
    write: true,
    request: () => ({ method: 'POST', url: '/jobs/retry-failed', payload: { filter: { tool: 't' }, dry_run: true } }),
  },
  'change a job': {
    needs: ['jobs:write'],
    write: true,
    request: ({ id }) => ({ method: 'PATCH', url: `/jobs/${id}`, payload: { labels: { plate: '7' } } }),
  },
  status: { needs: ['jobs:read'], request: ({ id }) => ({ url: `/jobs/${id}/status` }) },
  events: { needs: ['jobs:read'], request: ({ id }) => ({ url: `/jobs/${id}/events` }) },
  log: { needs: ['jobs:read'], request: ({ id }) => ({ url: `/jobs/${id}/log` }) },
  'crate of a job': { needs: ['jobs:read'], request: ({ id }) => ({ url: `/jobs/${id}/ro-crate` }) },
  input: { needs: ['jobs:read'], request: ({ id }) => ({ url: `/jobs/${id}/inputs/1` }) },
  'stream of a log': { needs: ['jobs:read'], request: ({ id }) => ({ url: `/jobs/${id}/log/stream` }) },
  cancel: {
    needs: ['jobs:write'],
    write: true,
    request: ({ id }) => ({ method: 'POST', url: `/jobs/${id}/cancel` }),
  },
  stop: { needs: ['jobs:write'], write: true, request: ({ id }) => ({ method: 'POST', url: `/jobs/${id}/stop` }) },
  retry: { needs: ['jobs:write'], write: true, request: ({ id }) => ({ method: 'POST', url: `/jobs/${id}/retry` }) },
  rerun: { needs: ['jobs:write'], write: true, request: ({ id }) => ({ method: 'POST', url: `/jobs/${id}/rerun` }) },
  'rerun in a project': {
    needs: ['jobs:write', 'projects:write'],
    write: true,
    request: ({ id }) => ({ method: 'POST', url: `/jobs/${id}/rerun`, payload: { project_id: project.id } }),
  },
  'rerun a job of a saved file': {
    needs: ['jobs:write', 'files:read'],
    write: true,
    request: ({ id }) => {
      jobs.savedInputs.add(id);
      return { method: 'POST', url: `/jobs/${id}/rerun` };
    },
  },
  'quote a rerun': {
    needs: ['jobs:write'],
    write: true,
    request: ({ id }) => ({ method: 'POST', url: `/jobs/${id}/rerun/quote` }),
  },
  sharing: { needs: ['jobs:read'], request: ({ id }) => ({ url: `/jobs/${id}/share` }) },
  share: {
    needs: ['jobs:write'],
    write: true,
    request: ({ id }) => ({ method: 'PATCH', url: `/jobs/${id}/share`, payload: { visibility: 'PRIVATE' } }),
  },
  result: { needs: ['jobs:read'], request: ({ id }) => ({ url: `/results/${id}` }) },
  'result item': { needs: ['jobs:read'], request: ({ id }) => ({ url: `/results/${id}/items/itm_row` }) },
  'archive of a result': { needs: ['jobs:read'], request: ({ id }) => ({ url: `/results/${id}/archive` }) },
  'save a result item': {
    needs: ['files:write', 'jobs:read'],
    write: true,
    request: ({ id }) => ({ method: 'POST', url: `/results/${id}/items/itm_file/save` }),
  },
  'save a result item to a project': {
    needs: ['files:write', 'jobs:read', 'projects:write'],
    write: true,
    request: ({ id }) => ({
      method: 'POST',
      url: `/results/${id}/items/itm_file/save`,
      payload: { project_id: project.id },
    }),
  },
  upload: { needs: ['files:write'], write: true, request: () => ({ method: 'POST', url: '/files', ...upload }) },
  'upload to a project': {
    needs: ['files:write', 'projects:write'],
    write: true,
    request: () => ({ method: 'POST', url: '/files', ...uploadToProject }),
  },
  files: { needs: ['files:read'], request: () => ({ url: '/files' }) },
  file: { needs: ['files:read'], request: () => ({ url: `/files/${savedFile.id}` }) },
  'bytes of a file': { needs: ['files:read'], request: () => ({ url: `/files/${savedFile.id}/bytes` }) },
  'link of a file': { needs: ['files:read'], request: () => ({ url: `/files/${savedFile.id}/link` }) },
  'file sources': { needs: ['files:read'], request: () => ({ url: '/file-sources' }) },
  'fetch a file': {
    needs: ['files:write'],
    write: true,
    request: () => ({ method: 'POST', url: '/files/fetch', payload: { source: 'uniprot', id: 'P0CG48' } }),
  },
  'fetch a file to a project': {
    needs: ['files:write', 'projects:write'],
    write: true,
    request: () => ({
      method: 'POST',
      url: '/files/fetch',
      payload: { source: 'uniprot', id: 'P0CG48', project_id: project.id },
    }),
  },
  'update a file': {
    needs: ['files:write'],
    write: true,
    request: () => ({ method: 'PATCH', url: `/files/${savedFile.id}`, payload: { name: 'b.fasta' } }),
  },
  'delete a file': {
    needs: ['files:write'],
    write: true,
    request: () => ({ method: 'DELETE', url: `/files/${savedFile.id}` }),
  },
  projects: { needs: ['projects:read'], request: () => ({ url: '/projects' }) },
  project: { needs: ['projects:read'], request: () => ({ url: `/projects/${project.id}` }) },
  'create a project': {
    needs: ['projects:write'],
    write: true,
    request: () => ({ method: 'POST', url: '/projects', payload: { name: 'Variants' } }),
  },
  'update a project': {
    needs: ['projects:write'],
    write: true,
    request: () => ({ method: 'PATCH', url: `/projects/${project.id}`, payload: { name: 'Variants' } }),
  },
  assign: {
    needs: ['projects:write'],
    write: true,
    request: () => ({ method: 'POST', url: '/projects/assignments', payload: assignment }),
  },
  'delete a project': {
    needs: ['projects:write'],
    write: true,
    request: () => ({ method: 'DELETE', url: `/projects/${project.id}?mode=unassign` }),
  },
  'delete a project with its contents': {
    needs: ['projects:write'],
    admin: true,
    request: () => ({ method: 'DELETE', url: `/projects/${project.id}`, payload: { mode: 'delete_contents' } }),
  },
  deletion: { needs: ['projects:read'], request: () => ({ url: `/project-deletions/${deletion.id}` }) },
  'retry a deletion': {
    needs: ['projects:write'],
    write: true,
    request: () => ({ method: 'POST', url: `/project-deletions/${deletion.id}/retry` }),
  },
  'retry a deletion of contents': {
    needs: ['projects:write'],
    admin: true,
    request: () => ({ method: 'POST', url: `/project-deletions/${contentsDeletion.id}/retry` }),
  },
  workflows: { needs: ['jobs:read'], request: () => ({ url: '/workflows' }) },
  'runs of workflows': { needs: ['jobs:read'], request: () => ({ url: '/workflow-runs' }) },
  workflow: { needs: ['jobs:read'], request: () => ({ url: `/workflows/${workflow.id}` }) },
  'validate a workflow': {
    needs: ['jobs:read'],
    write: true,
    request: () => ({
      method: 'POST',
      url: `/workflows/${workflow.id}/validate`,
      payload: { definition: testDefinition },
    }),
  },
  'start a run': { needs: ['jobs:write'], write: true, request: () => ({ ...runsOf, payload: {} }) },
  'start a run in a project': {
    needs: ['jobs:write', 'projects:write'],
    write: true,
    request: () => ({ ...runsOf, payload: { project_id: project.id } }),
  },
  'start a run outside the project of its workflow': {
    needs: ['jobs:write', 'projects:write'],
    write: true,
    request: () => ({ ...runsOf, payload: { project_id: null } }),
  },
  'start a run with text': {
    needs: ['jobs:write'],
    write: true,
    request: () => ({ ...runsOf, payload: { input_data: { a: { method: 'text', textContent: 'MKV' } } } }),
  },
  'start a run with saved files': {
    needs: ['jobs:write', 'files:read'],
    write: true,
    request: () => ({ ...runsOf, payload: { input_data: { a: { method: 'files', file_ids: ['f'] } } } }),
  },
  'start a run with a saved file among inputs': {
    needs: ['jobs:write', 'files:read'],
    write: true,
    request: () => ({ ...runsOf, payload: { input_data: { a: { method: 'inputs', inputs: savedInput } } } }),
  },
  'start a batch': { needs: ['jobs:write'], write: true, request: () => batchOf({}) },
  'start a batch in a project': {
    needs: ['jobs:write', 'projects:write'],
    write: true,
    request: () => batchOf({ project_id: project.id }),
  },
  'start a batch with a saved file': {
    needs: ['jobs:write', 'files:read'],
    write: true,
    request: () => batchOf({ submissions: [{ ...batchSubmission, input: { inputs: savedInput } }] }),
  },
  'start a batch of a file': {
    needs: ['jobs:write', 'files:read'],
    write: true,
    request: () => batchOf({ submissions: undefined, file_id: savedFile.id }),
  },
  'quote a batch': {
    needs: ['jobs:write'],
    write: true,
    request: () => ({ method: 'POST', url: '/batches/quote', payload: { submissions: [batchSubmission] } }),
  },
  'quote a batch with a saved file': {
    needs: ['jobs:write', 'files:read'],
    write: true,
    request: () => ({
      method: 'POST',
      url: '/batches/quote',
      payload: { submissions: [{ ...batchSubmission, input: { inputs: savedInput } }] },
    }),
  },
  batches: { needs: ['jobs:read'], request: () => ({ url: '/batches' }) },
  batch: { needs: ['jobs:read'], request: () => ({ url: `/batches/${batch.id}` }) },
  'items of a batch': { needs: ['jobs:read'], request: () => ({ url: `/batches/${batch.id}/items` }) },
  'rows of a batch': { needs: ['jobs:read'], request: () => ({ url: `/batches/${batch.id}/rows` }) },
  'table of a batch': { needs: ['jobs:read'], request: () => ({ url: `/batches/${batch.id}/rows?format=csv` }) },
  'archive of a batch': { needs: ['jobs:read'], request: () => ({ url: `/batches/${batch.id}/archive` }) },
  'continue a batch': {
    needs: ['jobs:write'],
    write: true,
    request: () => ({ method: 'POST', url: `/batches/${batch.id}/continue` }),
  },
  'cancel a batch': {
    needs: ['jobs:write'],
    write: true,
    request: () => ({ method: 'POST', url: `/batches/${batch.id}/cancel` }),
  },
  'retry a batch': {
    needs: ['jobs:write'],
    write: true,
    request: () => ({ method: 'POST', url: `/batches/${batch.id}/retry` }),
  },
  run: { needs: ['jobs:read'], request: () => ({ url: `/workflow-runs/${run.id}` }) },
  'jobs of a run': { needs: ['jobs:read'], request: () => ({ url: `/workflow-runs/${run.id}/jobs` }) },
  'results of a run': { needs: ['jobs:read'], request: () => ({ url: `/workflow-runs/${run.id}/results` }) },
  'archive of a run': { needs: ['jobs:read'], request: () => ({ url: `/workflow-runs/${run.id}/archive` }) },
  curation: { needs: ['jobs:read'], request: () => ({ url: `/workflow-runs/${run.id}/curation` }) },
  decide: {
    needs: ['jobs:write'],
    write: true,
    request: () => ({ method: 'POST', url: `/workflow-runs/${run.id}/curation`, payload: selection }),
  },
  'continue a run': {
    needs: ['jobs:write'],
    write: true,
    request: () => ({ method: 'POST', url: `/workflow-runs/${run.id}/continue` }),
  },
  'cancel a run': {
    needs: ['jobs:write'],
    write: true,
    request: () => ({ method: 'POST', url: `/workflow-runs/${run.id}/cancel` }),
  },
  'price a run': {
    needs: ['jobs:write'],
    write: true,
    request: () => ({ method: 'POST', url: `/workflows/${workflow.id}/runs/quote`, payload: {} }),
  },
  'price the rest of a run': {
    needs: ['jobs:write'],
    write: true,
    request: () => ({ method: 'POST', url: `/workflow-runs/${run.id}/quote` }),
  },
  'retry a run': {
    needs: ['jobs:write'],
    write: true,
    request: () => ({
      method: 'POST',
      url: `/workflow-runs/${run.id}/retry`,
      headers: keyed,
      payload: { mode: 'from_start' },
    }),
  },
  'rerun a run': {
    needs: ['jobs:write'],
    write: true,
    request: () => ({ method: 'POST', url: `/workflow-runs/${run.id}/rerun`, headers: keyed }),
  },
  'rerun a run outside of its project': {
    needs: ['jobs:write', 'projects:write'],
    write: true,
    request: () => ({
      method: 'POST',
      url: `/workflow-runs/${run.id}/rerun`,
      headers: keyed,
      payload: { project_id: null },
    }),
  },
  'rerun a run of a saved file': {
    needs: ['jobs:write', 'files:read'],
    write: true,
    request: () => ({ method: 'POST', url: `/workflow-runs/${runOfFile.id}/rerun`, headers: keyed }),
  },
};

const {
  app,
  sessions,
  issueSession,
  signIn,
  jobs,
  files,
  projects,
  workflows,
  batches,
  blobs,
  workspace,
  issueKey,
  budgetsOfKeys,
  records,
  stop,
} = await testGateway();
afterAll(stop);
files.known.set(savedFile.id, savedFile);
await blobs.put(`files/ws_1/${savedFile.id}/content`, '>a\nMKV\n');
projects.known.set(project.id, project);
for (const one of [deletion, contentsDeletion]) projects.deletions.set(one.id, one);
workflows.known.set(workflow.id, workflow);
for (const one of [run, runOfFile]) workflows.runs.set(one.id, one);
workflows.savedInputs.add(runOfFile.id);
batches.known.set(batch.id, batch);
workflows.candidates.set(run.id, [candidate]);

await signIn();
const [session] = [...sessions.live.values()] as [Session];
// The session stays for every row, and who may end which one is tested beside the handler.
sessions.get = async () => session;
sessions.end = async () => 1;

const operations = await readOperations(app);
const rows = Object.entries(promises).map(([name, promised]) => {
  const { method = 'GET', url } = promised.request(testJob());
  return { name, ...promised, operation: operationOf(operations, method, url) };
});

const allSubsets = Array.from({ length: long ? 2 ** scopes.length : 0 }, (_, bits) =>
  scopes.filter((_scope, i) => bits & (1 << i)),
);

/** The least and the greatest key, for operations that need a paid plan. */
const unpaidSubsets: Partial<Record<Role, Scope[][]>> = { viewer: [[]], owner: [[...scopes]] };

/**
 * The subsets to try with a role. Those that decide are tried with every role. The highest role shows which scopes are needed: none but
 * those of the row, and each of them, because all the others without it do not suffice. The plan is checked before role and scopes, so
 * without a paid plan the ends suffice for what needs one. The long form tries every subset with all.
 */
function subsetsFor({ needs, anyPlan }: Promised, workspaceId: string, role: Role): Scope[][] {
  if (long) return [needs, ...allSubsets];
  if (workspaceId === freeWorkspaceId && !anyPlan) return unpaidSubsets[role] ?? [];
  const decisive = [needs, [], [...scopes]];
  if (role !== 'owner' || workspaceId === freeWorkspaceId) return decisive;
  return [...decisive, ...needs.map((needed) => scopes.filter((scope) => scope !== needed))];
}

describe('the table of expected permissions', () => {
  it('has every operation that needs a key, and only operations that exist', () => {
    const needKey = operations.filter(({ isPublic }) => !isPublic).map(({ operationId }) => operationId);
    expect(new Set(rows.map(({ operation }) => operation?.operationId))).toEqual(new Set(needKey));
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(table.map(({ id }) => id).sort());
  });
});

describe('every operation, with and without each scope, in every role, on every plan', () => {
  it.each(rows)('$name', async (row) => {
    const { needs, write, admin, anyPlan, session: asSession, request } = row;
    const job = await storeResult(blobs);
    jobs.known.set(job.id, job);
    const { url, headers: sent, ...rest } = request(job);

    for (const workspaceId of [workspace.id, freeWorkspaceId]) {
      for (const role of roles) {
        for (const granted of subsetsFor(row, workspaceId, role)) {
          const fields = { scopes: granted, role, workspaceId };
          const headers = { ...sent, ...bearer(asSession ? await issueSession(fields) : issueKey(fields)) };
          const { statusCode, body = '' } = await app.inject({ ...rest, url: `/api/v1${url}`, headers });
          const where = `${workspaceId} ${role} with ${granted.join(' ') || 'nothing'}: ${body.slice(0, 200)}`;
          if (workspaceId === freeWorkspaceId && !anyPlan) expect(statusCode, where).toBe(402);
          else if (!allowed(granted, role, needs, admin ? 'admin' : write ? 'member' : 'viewer'))
            expect(statusCode, where).toBe(403);
          else expect(statusCode, where).toBeOneOf([200, 201, 202]);
        }
      }
    }
    expect((await app.inject({ ...rest, headers: sent, url: `/api/v1${url}` })).statusCode, 'without a key').toBe(401);
  });
});

function allowed(granted: Scope[], role: Role, needs: Scope[], least: Role): boolean {
  const ascending: Role[] = ['viewer', 'member', 'admin', 'owner'];
  return needs.every((scope) => granted.includes(scope)) && ascending.indexOf(role) >= ascending.indexOf(least);
}

/** What a key that is limited to projects can use, if its project is the one that the request names. */
const withinProject = [
  'submit to a project',
  ...[
    'job',
    'change a job',
    'status',
    'events',
    'log',
    'input',
    'crate of a job',
    'stream of a log',
    'cancel',
    'stop',
    'retry',
    'sharing',
    'share',
    'result',
    'result item',
    'archive of a result',
  ],
  ...[
    'quote',
    'save a result item to a project',
    'upload to a project',
    'fetch a file to a project',
    'update a file',
    'file',
    'bytes of a file',
    'link of a file',
    'delete a file',
    'project',
    'update a project',
  ],
  ...['workflow', 'validate a workflow', 'start a run', 'start a run in a project', 'start a run with text'],
  ...['start a run with saved files', 'start a run with a saved file among inputs'],
  ...[
    'run',
    'jobs of a run',
    'results of a run',
    'archive of a run',
    'curation',
    'decide',
    'continue a run',
    'cancel a run',
    'retry a run',
    'price a run',
    'price the rest of a run',
  ],
  ...['rerun in a project', 'quote a rerun', 'rerun a run', 'rerun a run of a saved file'],
  'submit a saved file by its alias to a project',
  ...['start a batch in a project', 'quote a batch with a saved file'],
  ...[
    'batch',
    'items of a batch',
    'rows of a batch',
    'table of a batch',
    'archive of a batch',
    'continue a batch',
    'cancel a batch',
    'retry a batch',
  ],
];

/** What such a key can use in any case: nothing of a project is in the response. */
const withoutProject = [
  ...['current session', 'workspaces'],
  ...['feed of jobs', 'feed of files', 'feed of projects', 'stream of the feed'],
  ...[
    'account',
    'tools',
    'tool',
    'datasets',
    'dataset',
    'file sources',
    'workspace',
    'projects',
    'quote',
    'quote a batch',
  ],
  ...['API key', 'create an API key', 'change an API key', 'rotate an API key', 'revoke an API key'],
];

describe('a key that is limited to projects', () => {
  const own = 'proj_00000000000000000000000001';

  it.each(rows)('$name: reaches only its own project', async ({ name, request }) => {
    const ask = async (projectIds: string[]) => {
      const job = await storeResult(blobs, { projectId: project.id });
      jobs.known.set(job.id, job);
      const { url, headers: sent, ...rest } = request(job);
      const headers = { ...sent, ...bearer(issueKey({ projectIds })) };
      const { statusCode, body = '' } = await app.inject({ ...rest, url: `/api/v1${url}`, headers });
      return { statusCode, body: statusCode === 200 ? body : body.slice(0, 300) };
    };
    files.known.set(savedFile.id, { ...savedFile, projectId: project.id });
    files.known.set('f', { ...savedFile, id: 'f', projectId: project.id });
    workflows.known.set(workflow.id, { ...workflow, projectId: project.id });
    for (const one of [run, runOfFile]) workflows.runs.set(one.id, { ...one, projectId: project.id });
    batches.known.set(batch.id, { ...batch, projectId: project.id });

    const within = await ask([own, project.id]);
    const isUsable = withinProject.includes(name) || withoutProject.includes(name);
    expect(within.statusCode, within.body).toBeOneOf(isUsable ? [200, 201, 202] : [403]);
    const outside = await ask([own]);
    if (withoutProject.includes(name)) expect(outside.statusCode, outside.body).toBeOneOf([200, 201, 202]);
    else expect(outside.statusCode, outside.body).toBeOneOf([403, 404]);
    expect(outside.body).not.toContain(project.id);
  });

  it.each(['jobs', 'files', 'workflows', 'batches'])('lists %s only of a project that it names', async (resources) => {
    const headers = bearer(issueKey({ projectIds: [own] }));
    const list = async (query: string) =>
      (await app.inject({ url: `/api/v1/${resources}${query}`, headers })).statusCode;
    expect(await list(`?project_id=${own}`)).toBe(200);
    expect(await list('')).toBe(403);
    expect(await list('?unassigned=true')).toBe(403);
    expect(await list(`?project_id=${project.id}`)).toBe(403);
  });

  it('cannot take a file of another project as an input, under either name of the field', async () => {
    files.known.set('f', { ...savedFile, id: 'f', projectId: project.id });
    for (const source of [{ file_id: 'f' }, { fileId: 'f' }]) {
      const payload = submission({ project_id: own }, { source: { type: 'file', ...source } });
      const headers = bearer(issueKey({ projectIds: [own] }));
      const { statusCode } = await app.inject({ method: 'POST', url: '/api/v1/jobs', headers, payload });
      expect(statusCode).toBe(404);
    }
  });

  it('cannot upload outside its projects, wherever the project stands in the form', async () => {
    const { id } = project;
    for (const parts of [[], [['project_id', id]]] as [string, string][][]) {
      for (const form of [await formOf([['file', sequence], ...parts]), await formOf([...parts, ['file', sequence]])]) {
        const headers = { ...form.headers, ...bearer(issueKey({ projectIds: [own] })) };
        const { statusCode } = await app.inject({ method: 'POST', url: '/api/v1/files', ...form, headers });
        expect(statusCode).toBe(403);
      }
    }
  });
});

/** Gives a key a budget of 10 credits a day. */
function giveBudget(key: string): SpendingBudget {
  const budget = { ...testBudget, id: newId('bud', new Date()), subjectId: key.slice(9, 17) };
  budgetsOfKeys.push(budget);
  return budget;
}

describe('a key that makes other credentials', () => {
  const invite = (fields: Parameters<typeof issueKey>[0], role = 'member') =>
    app.inject({
      ...{ method: 'POST', url: '/api/v1/members/invitations', headers: bearer(issueKey(fields)) },
      payload: { email: 'bob@example.org', role },
    });

  it('invites nobody who could do more than the key', async () => {
    expect((await invite({})).statusCode).toBe(201);
    for (const fields of [
      { scopes: ['workspace:write' as const] },
      { mayCreateKeys: false },
      { expiresAt: new Date(Date.now() + 3_600_000) },
      { tools: ['blast-search'] },
      { projectIds: [project.id] },
    ])
      expect((await invite(fields)).statusCode, JSON.stringify(fields)).toBe(403);
    const headers = bearer(issueKey({ scopes: ['workspace:write'] }));
    const url = `/api/v1/members/${ada.userId}`;
    expect((await app.inject({ method: 'PATCH', url, headers, payload: { role: 'owner' } })).statusCode).toBe(403);
  });

  it('creates no keys when it has a budget, which they would not share', async () => {
    const create = (key: string) =>
      app.inject({
        ...{ method: 'POST', url: '/api/v1/api-keys', headers: bearer(key) },
        payload: { name: 'Nightly', scopes: ['jobs:read'] },
      });
    const key = issueKey();
    giveBudget(key);
    expect((await create(key)).statusCode).toBe(403);
    expect((await create(issueKey())).statusCode).toBe(201);
  });

  it('changes the budgets of others, and not its own', async () => {
    const key = issueKey({ id: nightlyKey.id });
    const [own, other] = [giveBudget(key), giveBudget(issueKey())];
    const headers = bearer(key);
    const send = async (method: 'PUT' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
      (await app.inject({ method, url: `/api/v1${url}`, headers, payload })).statusCode;
    const raised = { scope: 'key', subject_id: own.subjectId, period: 'day', cap_credits: 1_000 };
    expect(await send('PUT', '/budgets', raised)).toBe(403);
    expect(await send('DELETE', `/budgets/${own.id}`)).toBe(403);
    expect(await send('PATCH', `/api-keys/${nightlyKey.id}`, { budget: { day: 1_000 } })).toBe(403);
    expect(await send('PUT', '/budgets', { scope: 'workspace', period: 'day', cap_credits: 1 })).toBe(200);
    expect(await send('DELETE', `/budgets/${other.id}`)).toBe(200);
  });
});

describe('a key that is limited to tools', () => {
  const runsTools = [
    ...['quote', 'submit', 'submit to no project', 'submit to a project', 'submit a saved file'],
    ...['submit a saved file by its alias to a project', 'change a job', 'cancel', 'stop', 'retry', 'share'],
    ...['start a run'],
    ...['start a run in a project', 'start a run outside the project of its workflow', 'start a run with text'],
    ...['start a run with saved files', 'start a run with a saved file among inputs', 'decide', 'continue a run'],
    ...[
      'cancel a run',
      'price a run',
      'price the rest of a run',
      'retry a run',
      'rerun a run',
      'rerun a run outside of its project',
    ],
    ...['rerun a run of a saved file', 'rerun', 'rerun in a project', 'rerun a job of a saved file', 'quote a rerun'],
    ...['start a batch', 'start a batch in a project', 'start a batch with a saved file'],
    ...['quote a batch', 'quote a batch with a saved file', 'continue a batch', 'cancel a batch', 'retry a batch'],
  ];

  it.each(rows)('$name: runs only its tools', async ({ name, needs, request }) => {
    const isAboutPeople =
      (needs.length === 0 || needs.some((scope) => scope.startsWith('workspace:'))) && !withoutProject.includes(name);
    const ask = async (tools: string[]) => {
      const job = await storeResult(blobs, { tool: 'protein-properties' });
      jobs.known.set(job.id, job);
      const { url, headers: sent, ...rest } = request(job);
      const headers = { ...sent, ...bearer(issueKey({ tools })) };
      return app.inject({ ...rest, url: `/api/v1${url}`, headers });
    };
    for (const one of [run, runOfFile]) {
      workflows.runs.set(one.id, { ...one, workflowId: workflow.id, revisionId: workflow.revisionId });
    }
    const allowed = await ask(['protein-properties']);
    // The tools of a file are known only when it was read, and those of many jobs only when they were found.
    const isRefused =
      isAboutPeople || ['start a batch of a file', 'cancel many jobs', 'retry failed jobs'].includes(name);
    expect(allowed.statusCode, allowed.body).toBeOneOf(isRefused ? [403] : [200, 201, 202]);
    const other = await ask(['esm-embed']);
    expect(other.statusCode, other.body).toBeOneOf(runsTools.includes(name) || isRefused ? [403] : [200, 201, 202]);
  });

  it('cannot act on a run whose revision is not the published one', async () => {
    workflows.runs.set(run.id, { ...run, workflowId: workflow.id, revisionId: 'wfrev_other' });
    const headers = bearer(issueKey({ tools: ['protein-properties'] }));
    const url = `/api/v1/workflow-runs/${run.id}/continue`;
    expect((await app.inject({ method: 'POST', url, headers })).statusCode).toBe(403);
  });
});

describe('an id that the key may not see', () => {
  // A project belongs to one workspace, so a request that names one succeeds only there.
  const withId = rows.filter(
    ({ operation, needs }) => operation!.path.includes('{jobId}') && !needs.includes('projects:write'),
  );

  it('has a test for every kind of id in a path', () => {
    const parameters = operations.flatMap(({ path }) => path.match(/\{\w+\}/g) ?? []);
    // Every key may see tools, an item id or input number is only looked up within its job, and jobs tests who may see a dataset.
    // Tests beside the routes cover the other ids.
    const known = [
      '{toolId}',
      '{datasetId}',
      '{jobId}',
      '{itemId}',
      '{inputNumber}',
      '{fileId}',
      '{projectId}',
      '{deletionId}',
      '{userId}',
      '{keyId}',
      '{sessionId}',
      '{invitationId}',
      '{workflowId}',
      '{runId}',
      // Workflows looks for a batch only in the workspace of the key.
      '{batchId}',
      // Billing looks for a budget only in the workspace of the key.
      '{budgetId}',
      // Notifications does the same, in `webhooks/deliveries.int.test.ts`.
      '{endpointId}',
      '{deliveryId}',
    ];
    expect(new Set(parameters)).toEqual(new Set(known));
    expect(withId.length).toBeGreaterThanOrEqual(6);
  });

  it.each(withId)('$name: returns the same 404 for foreign, unknown, deleted and malformed ids', async (row) => {
    const [own, foreign] = [await storeResult(blobs), await storeResult(blobs, { workspaceId: 'ws_other' })];
    for (const job of [own, foreign]) jobs.known.set(job.id, job);
    const ask = async (job: Job, role: Role, workspaceId = workspace.id) => {
      const { url, ...rest } = row.request(job);
      const headers = bearer(issueKey({ role, workspaceId }));
      const { statusCode, body, headers: answered } = await app.inject({ ...rest, url: `/api/v1${url}`, headers });
      return { statusCode, body, headers: Object.keys(answered).sort() };
    };
    expect((await ask(own, 'owner')).statusCode).toBeLessThan(300);
    expect((await ask(foreign, 'owner', 'ws_other')).statusCode).toBeLessThan(300);
    jobs.known.delete(own.id);

    const impossible = ['nonsense', 'job_', '%00', own.id.toUpperCase(), `file_${own.id.slice(4)}`];
    // No role makes a difference before an id is looked up, so each malformed id is sent by one of the roles, in turn.
    const absent = [
      ...[foreign, testJob(), own].flatMap((job) => roles.map((role) => ({ job, role }))),
      ...impossible.map((id, i) => ({ job: testJob({ id }), role: roles[i % roles.length]! })),
    ];
    const expected = await ask(testJob(), 'owner');
    expect(expected.statusCode).toBe(404);
    expect(JSON.parse(expected.body).error.code).toBe('not_found');
    for (const { job, role } of absent) {
      const answer = await ask(job, role);
      expect(answer, `${role} ${job.id}`).toEqual(expected);
      expect(answer.body).not.toContain(job.id);
    }
  });
});

describe('a refusal for a missing scope', () => {
  it('names the scope', async () => {
    const headers = bearer(issueKey({ scopes: ['jobs:write'] }));
    const payload = submission({ project_id: project.id });
    const answer = await app.inject({ method: 'POST', url: '/api/v1/jobs', headers, payload });
    expect(answer.json().error).toMatchObject({ code: 'forbidden', details: { required_scope: 'projects:write' } });
  });

  it('comes before validation when the scope does not depend on the body', async () => {
    const headers = { ...bearer(issueKey({ scopes: ['jobs:read'] })), 'content-type': 'application/json' };
    const answer = await app.inject({ method: 'POST', url: '/api/v1/jobs', headers, payload: '{nonsense' });
    expect(answer.statusCode).toBe(403);
  });
});

describe('a viewer', () => {
  it('gets 404 for an unknown job, as every role does', async () => {
    const known = testJob();
    jobs.known.set(known.id, known);
    const cancel = async (id: string, role: Role) => {
      const headers = bearer(issueKey({ role }));
      return await app.inject({ method: 'POST', url: `/api/v1/jobs/${id}/cancel`, headers });
    };
    const { id: unknown } = testJob();
    expect((await cancel(known.id, 'viewer')).statusCode).toBe(403);
    expect((await cancel(unknown, 'viewer')).body).toBe((await cancel(unknown, 'owner')).body);
    expect((await cancel('nonsense', 'viewer')).body).toBe((await cancel(unknown, 'owner')).body);
    expect((await cancel(unknown, 'viewer')).statusCode).toBe(404);
  });
});

describe('without a valid key', () => {
  it('returns the same 401 for every kind of invalid key, except for an expired one', async () => {
    const expired = issueKey({ expiresAt: new Date(0) });
    const revoked = issueKey();
    records.delete(revoked.slice(9, 17));
    const headers = [
      {},
      { authorization: '' },
      { authorization: 'Bearer' },
      { authorization: 'Basic dXNlcjpwYXNz' },
      { authorization: `Token ${issueKey()}` },
      bearer('rot_live_nonsense'),
      bearer(`${issueKey()}0`),
      bearer(`${expired}0`),
      bearer(revoked),
    ];
    const answers = await Promise.all(headers.map((one) => app.inject({ url: '/api/v1/account', headers: one })));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([401]));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(answers[0]!.json().error.code).toBe('unauthorized');
    expect(answers[0]!.headers['www-authenticate']).toBe('Bearer');
    const ended = await app.inject({ url: '/api/v1/account', headers: bearer(expired) });
    expect([ended.statusCode, ended.json().error.message]).toEqual([401, 'The API key has expired.']);
  });

  it('returns 404 for an unknown path and 405 for a wrong method, as with a key', async () => {
    expect((await app.inject({ url: '/api/v1/nothing' })).statusCode).toBe(404);
    expect((await app.inject({ method: 'DELETE', url: '/api/v1/jobs' })).statusCode).toBe(405);
  });

  it('returns the contract, also for an invalid key', async () => {
    expect((await app.inject({ url: '/api/v1/openapi.json', headers: bearer('nonsense') })).statusCode).toBe(200);
  });
});

describe('a workspace that does not pay', () => {
  it('gets paid_plan_required before scopes are checked', async () => {
    const headers = bearer(issueKey({ scopes: [], workspaceId: freeWorkspaceId }));
    const answer = await app.inject({ url: '/api/v1/account', headers });
    expect(answer.json().error.code).toBe('paid_plan_required');
  });
});
