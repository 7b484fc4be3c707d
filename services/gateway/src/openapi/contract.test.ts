import { gunzipSync } from 'node:zlib';
import { nightlyKey } from '@rotamer/accounts/testing/testApiKeys.ts';
import { openInvitation } from '@rotamer/accounts/testing/testInvitations.ts';
import { ada } from '@rotamer/accounts/testing/testMembers.ts';
import { operations as table } from '@rotamer/api/operations.ts';
import { newId } from '@rotamer/kit/ids.ts';
import { testJob } from '@rotamer/present/testing/testJob.ts';
import { BillingMode, BillingOutcome, type Job, JobStatus } from '@rotamer/proto/jobs/v1/job.ts';
import { DeletionStatus } from '@rotamer/proto/projects/v1/project.ts';
import { contract as metered } from '@rotamer/tools/conformer-generation/tool.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { InjectOptions } from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { formOf, submission } from '../testing/requests.ts';
import { testBatch } from '../testing/testBatches.ts';
import { testBudget } from '../testing/testBudgets.ts';
import { testFile } from '../testing/testFiles.ts';
import { bearer, testGateway } from '../testing/testGateway.ts';
import { testDeletion, testProject } from '../testing/testProjects.ts';
import { storeResult } from '../testing/testResult.ts';
import { testDelivery, testEndpoint } from '../testing/testWebhooks.ts';
import { testCandidate, testDefinition, testDigest, testRun, testWorkflow } from '../testing/testWorkflows.ts';

const { app, jobs, files, projects, workflows, batches, blobs, sessions, devices, signIn, issueKey, stop } =
  await testGateway();
afterAll(stop);

interface QuoteExample {
  tool: string;
  billing: { reserved_credits: number; rate_credits_per_minute: number; max_billable_runtime_seconds: number };
}

interface Operation {
  operationId: string;
  security: { apiKey: string[] }[];
  parameters?: { in: string; name: string; required?: boolean; schema: object }[];
  requestBody?: { required: boolean; content: Record<string, { schema: object }> };
  responses: Record<
    string,
    {
      headers: object;
      links?: object;
      content?: Record<string, { schema: object; examples?: Record<string, { value: unknown }> }>;
    }
  >;
}

const document: {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { examples?: unknown[] }> };
} & Record<string, unknown> = (await app.inject('/api/v1/openapi.json')).json();
expand(document.paths, document.components as Record<string, Record<string, unknown>>);

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(closed(document), 'contract');

/** Replaces references to shared parts with the parts. */
function expand(value: object, shared: Record<string, Record<string, unknown>>): void {
  for (const [name, part] of Object.entries(value)) {
    const [, kind = '', which = ''] =
      /^#\/components\/(parameters|headers|links|examples|responses)\/(.+)$/.exec(part?.$ref ?? '') ?? [];
    const found = shared[kind]?.[which] ?? part;
    (value as Record<string, unknown>)[name] = found;
    if (typeof found === 'object' && found !== null) expand(found, shared);
  }
}

/** A copy of a schema whose responses may have no other fields: clients accept new fields, but none may be added by mistake. */
function closed(value: unknown): object {
  return JSON.parse(JSON.stringify(value), (name, part) => {
    const isObject = part?.type === 'object' && Object.keys(part.properties ?? {}).length > 0;
    if (['if', 'then', 'else', 'source'].includes(name)) return part;
    return isObject ? { additionalProperties: false, ...part } : part;
  });
}

/** Many responses have the same schema, and compiling one takes 50 ms. */
const validators = new Map<string, ReturnType<typeof ajv.compile>>();

/** Returns the violations of a schema of the document by a value. */
function violations(schema: object, value: unknown): string[] {
  const inDocument = JSON.stringify(schema).replaceAll('"#/', '"contract#/');
  const validate = validators.get(inDocument) ?? ajv.compile(JSON.parse(inDocument));
  validators.set(inDocument, validate);
  validate(value);
  return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
}

/** Begins a sign-in of a program, approves it, and returns its device code. */
async function approveDevice(): Promise<string> {
  const { deviceCode, userCode } = (await devices.begin('rotamer', { userAgent: '', address: '' }))!;
  await devices.decide({ userCode, approved: true, userId: 'usr_1', workspaceId: 'ws_1' });
  return deviceCode;
}

describe('the contract', () => {
  it('is OpenAPI 3.1.0 of API version 1.0.0', () => {
    expect(document).toMatchObject({ openapi: '3.1.0', info: { version: '1.0.0' } });
  });

  it('is compressed for clients that accept gzip', async () => {
    const { headers, rawPayload } = await app.inject({
      url: '/api/v1/openapi.json',
      headers: { 'accept-encoding': 'gzip, deflate, br' },
    });
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
    expect(JSON.parse(gunzipSync(rawPayload).toString())).toHaveProperty('openapi', '3.1.0');
  });

  it('has only schemas that are valid JSON Schema', () => {
    const ofRequests = operations.flatMap(({ operation: { parameters = [], requestBody } }) => [
      ...parameters.map(({ schema }) => schema),
      ...Object.values(requestBody?.content ?? {}).map(({ schema }) => schema),
    ]);
    const schemas = [...Object.values(document.components.schemas), ...ofRequests];
    expect(schemas.filter((schema) => !ajv.validateSchema(schema))).toEqual([]);
    expect(ajv.validateSchema({ type: 'text' })).toBe(false);
  });

  it('has exactly the routes under /api/v1', () => {
    const routes = app
      .printRoutes({ commonPrefix: false, includeHooks: false })
      .split('\n')
      .filter((line) => line.includes('('));
    expect(routes.length).toBeGreaterThan(0);
    const known = operations.filter(({ path, method }) =>
      app.hasRoute({ method, url: path.replaceAll(/\{(\w+)\}/g, ':$1') }),
    );
    expect(known).toHaveLength(operations.length);
    const docsPages = ['/docs', '/docs/openapi.json', '/docs/scalar.js', '/docs/assets/:file', '/docs/guides/:name'];
    const sharePages = [
      '/share/assets/:file',
      'GET /share/:jobId',
      'POST /share/:jobId',
      '/share/:jobId/items/:itemId',
      '/share/:jobId/pictures/:itemId',
      '/share/:jobId/rows/:port.jsonl',
    ];
    const accountPages = [
      '/login',
      'GET /login/local',
      'POST /login/local',
      'GET /account',
      'POST /account/sign-out',
      'POST /account/end-session',
      'POST /account/end-others',
      'POST /account/workspace',
      'GET /device',
      'POST /device',
      'POST /device/decision',
      '/invitations/:token',
      'POST /invitations/accept',
    ];
    const outside = [
      '/',
      '/tools',
      '/tools/:toolId',
      '/healthz',
      '/blobs/*',
      '/operator',
      '/operator/overview',
      '/operator/queue',
      '/operator/dead-letters',
      'POST /operator/dead-letters/replay',
      ...docsPages,
      ...sharePages,
      '/workflow-runs/:runId/review',
      ...accountPages,
      'GET /notices/off',
      'POST /notices/off',
    ];
    const methods = routes.join('').match(/\b(GET|POST|PUT|PATCH|DELETE)\b/g)!;
    expect(methods).toHaveLength(operations.length + outside.length);
  });

  it('has every operation of the table, with its scope', () => {
    const scopes = operations.map(({ operation: { operationId, security } }) => [operationId, security[0]?.apiKey[0]]);
    const expected = table.map(({ id, access }) => [id, access === 'public' ? undefined : access.scope]);
    expect(Object.fromEntries(scopes)).toEqual(Object.fromEntries(expected));
  });

  it('has only links to operations that exist', () => {
    const names = new Set(operations.map(({ operation }) => operation.operationId));
    const linked = operations.flatMap(({ operation }) =>
      Object.values(operation.responses).flatMap(({ links = {} }) => Object.keys(links)),
    );
    expect(linked).toHaveLength(137);
    for (const name of linked) expect(names).toContain(name);
  });

  it('marks every JSON body as required, except the optional ones', () => {
    const withBody = operations.flatMap(({ operation: { operationId, requestBody } }) =>
      requestBody ? [[operationId, requestBody.required]] : [],
    );
    const optional = withBody.filter(([, required]) => !required).map(([operationId]) => operationId);
    expect(new Set(optional)).toEqual(
      new Set([
        'deleteProject',
        'continueWorkflowRun',
        'rerunJob',
        'quoteRerun',
        'quoteRestOfRun',
        'rerunWorkflowRun',
        'rotateApiKey',
        'continueBatch',
        'retryBatch',
        'saveResultItem',
      ]),
    );
  });

  it('requires an idempotency key for runs, retries and reruns', () => {
    const requiring = operations.filter(({ operation: { parameters = [] } }) =>
      parameters.some((parameter) => parameter.in === 'header' && parameter.required),
    );
    expect(requiring.map(({ operation }) => operation.operationId)).toEqual([
      'startWorkflowRun',
      'rerunWorkflowRun',
      'retryWorkflowRun',
    ]);
  });

  it('documents 429 for every route, and rate limit headers for every response', () => {
    const left = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];
    for (const { path, operation } of operations) {
      expect(Object.keys(operation.responses[429]?.headers ?? {}), path).toContain('Retry-After');
      for (const { headers } of Object.values(operation.responses)) {
        expect(Object.keys(headers), path).toEqual(expect.arrayContaining(['X-Request-Id', ...left]));
      }
    }
  });

  it('is precise enough to reject a missing, malformed or unknown field', () => {
    const job = { $ref: '#/components/schemas/Job' };
    const [example] = document.components.schemas.Job!.examples as object[];
    expect(violations(job, { ...example, id: undefined })).not.toEqual([]);
    expect(violations(job, { ...example, created_at: 'yesterday' })).not.toEqual([]);
    expect(violations(job, { ...example, workspace_id: 'ws_1' })).not.toEqual([]);
  });

  it('shows a quote whose reservation pays for its runtime at the rate of its tool', () => {
    const [{ tool, billing }] = document.components.schemas.JobQuote!.examples as [QuoteExample];
    const { reserved_credits, rate_credits_per_minute, max_billable_runtime_seconds } = billing;
    expect([tool, rate_credits_per_minute]).toEqual([metered.id, metered.credit.ratePerMinute]);
    expect(max_billable_runtime_seconds).toBe((reserved_credits / rate_credits_per_minute) * 60);
  });

  it('has only examples that its schemas allow', () => {
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      for (const example of schema.examples ?? []) expect(violations(schema, example), name).toEqual([]);
    }
    for (const { operation } of operations) {
      for (const { content } of Object.values(operation.responses)) {
        for (const { schema, examples = {} } of Object.values(content ?? {})) {
          for (const { value } of Object.values(examples)) expect(violations(schema, value)).toEqual([]);
        }
      }
    }
  });
});

const billed = testJob({
  projectId: 'proj_1',
  status: JobStatus.TIMEOUT,
  startedAt: new Date(0),
  completedAt: new Date(1),
  progress: 40,
  runtimeMs: 1_500,
  error: 'too long',
  billing: {
    mode: BillingMode.METERED_RUNTIME,
    outcome: BillingOutcome.CHARGED,
    reservedMillicredits: 2_000,
    finalMillicredits: 50,
    rateMillicreditsPerMinute: 2_000,
    billableRuntimeMs: 1_500,
    finalizedAt: new Date(2),
  },
});

const savedFile = testFile({ sha256: 'a'.repeat(64) });
await blobs.put(`files/ws_1/${savedFile.id}/content`, '>a\nMKV\n');
const project = testProject({ description: 'Stability' });
const deletion = testDeletion({ status: DeletionStatus.COMPLETED, startedAt: new Date(0), completedAt: new Date(1) });
const workflow = testWorkflow({ description: 'Stability' });
const run = testRun({ workflowId: workflow.id });
const batch = testBatch();
const batchBody = { name: 'Peptides', submissions: [{ custom_id: 'a', ...submission({}) }] };
const candidate = testCandidate('magainin');
/** Headers that a response has only in some cases. */
const SOMETIMES = new Set(['Retry-After', 'Preference-Applied']);

const [person, leaving] = [await signIn(), await signIn()];
await signIn({ client: { userAgent: 'Other', address: '' } });
const otherSession = [...sessions.live.values()].at(-1)!;
const approvedDevice = await approveDevice();
const keyed = { 'idempotency-key': 'one' };
const selection = {
  candidate_set_digest: testDigest([candidate]),
  approved_candidate_ids: [candidate.id],
  note: 'The most stable one',
  criteria: { sort: [{ field: 'gravy', direction: 'desc' }] },
};
const newKey = { name: 'Nightly', scopes: ['jobs:read'], expires_at: '2027-01-31T00:00:00.000Z' };
const ofKey = { scope: 'key', period: 'day', cap_credits: 1 };
const otherProject = 'proj_7zzzzzzzzzzzzzzzzzzzzzzzzz';
const form = await formOf([['file', { name: 'a.fasta', bytes: '>a\nMKV' }]]);
const keyedForm = { ...form, headers: { ...form.headers, ...keyed } };
const invitation = { visibility: 'INVITED', add_invites: ['Ada@example.org'] };

/** Real requests, with every successful response and many refusals: method, path as in the contract, request and status. */
const requests: [string, string, (result: Job) => InjectOptions, number][] = [
  ['GET', '/account', () => ({}), 200],
  ['GET', '/session', () => ({}), 200],
  ['POST', '/device-authorizations', () => ({ payload: { client_name: 'rotamer' } }), 200],
  ['POST', '/device-authorizations', () => ({ payload: {} }), 400],
  ['POST', '/device-tokens', () => ({ payload: { device_code: 'x'.repeat(43) } }), 400],
  ['POST', '/device-tokens', () => ({ payload: { device_code: approvedDevice } }), 200],
  ['GET', '/session', () => ({ headers: bearer(person) }), 200],
  ['PATCH', '/session', () => ({ headers: bearer(person), payload: { workspace_id: 'ws_2' } }), 200],
  ['PATCH', '/session', () => ({ headers: bearer(person), payload: { workspace_id: 'ws_9' } }), 404],
  ['PATCH', '/session', () => ({ payload: { workspace_id: 'ws_1' } }), 403],
  ['GET', '/workspaces', () => ({ headers: bearer(person) }), 200],
  ['GET', '/workspaces', () => ({}), 200],
  ['GET', '/sessions', () => ({ headers: bearer(person) }), 200],
  ['DELETE', '/sessions/{sessionId}', () => ({ url: `/sessions/${newId('ses', new Date())}` }), 404],
  ['DELETE', '/sessions/{sessionId}', () => ({ url: `/sessions/${otherSession.id}` }), 200],
  ['DELETE', '/session', () => ({ headers: bearer(leaving) }), 200],
  ['DELETE', '/sessions', () => ({}), 200],
  ['DELETE', '/session', () => ({}), 403],
  ['GET', '/workspace', () => ({}), 200],
  ['PATCH', '/workspace', () => ({ payload: { name: 'Enzyme group' } }), 200],
  ['PATCH', '/workspace', () => ({ payload: {} }), 400],
  ['GET', '/audit', () => ({}), 200],
  ['GET', '/audit', () => ({ query: { from: '2026-02-30' } }), 400],
  ['GET', '/notices', () => ({}), 200],
  ['PATCH', '/notices', () => ({ payload: { job_ended: 'always' } }), 200],
  ['PATCH', '/notices', () => ({ payload: { job_ended: 'often' } }), 400],
  ['GET', '/ledger', () => ({}), 200],
  ['GET', '/ledger', () => ({ query: { starting_after: 'x' } }), 400],
  ['GET', '/usage', () => ({ query: { group_by: 'tool,project,member,key,day' } }), 200],
  ['GET', '/usage', () => ({ query: { group_by: 'colour' } }), 400],
  ['PATCH', '/workspace', () => ({ payload: { unit: { name: '€', rate: 0.1 } } }), 200],
  ['GET', '/members', () => ({}), 200],
  ['PATCH', '/members/{userId}', () => ({ url: `/members/${ada.userId}`, payload: { role: 'member' } }), 200],
  ['PATCH', '/members/{userId}', () => ({ url: `/members/${ada.userId}`, payload: { name: 'Ada' } }), 403],
  ['PATCH', '/members/{userId}', () => ({ url: '/members/usr_1', payload: { role: 'member' } }), 404],
  ['DELETE', '/members/{userId}', () => ({ url: `/members/${ada.userId}` }), 200],
  ['GET', '/members/invitations', () => ({}), 200],
  ['POST', '/members/invitations', () => ({ payload: { email: 'bob@example.org', role: 'member' } }), 201],
  ['POST', '/members/invitations', () => ({ payload: { email: 'a@b,c@d', role: 'member' } }), 400],
  ['POST', '/members/invitations/{invitationId}/resend', () => ofInvitation('/resend'), 200],
  ['DELETE', '/members/invitations/{invitationId}', () => ofInvitation(''), 200],
  ['GET', '/events', () => ({}), 200],
  ['GET', '/events', () => ({ query: { after: 'now', type: 'job.*,file.created' } }), 200],
  ['GET', '/events', () => ({ query: { after: newId('evt', new Date()) } }), 410],
  ['GET', '/events', () => ({ query: { after: 'x' } }), 400],
  ['GET', '/events/stream', () => ({ payloadAsStream: true }), 200],
  ['GET', '/events/stream', () => ({ query: { type: 'job.lost' } }), 400],
  ['GET', '/budgets', () => ({}), 200],
  ['PUT', '/budgets', () => ({ payload: { scope: 'workspace', period: 'month', cap_credits: 0.5 } }), 200],
  ['PUT', '/budgets', () => ({ payload: { scope: 'key', subject_id: 'a b', period: 'day', cap_credits: 1 } }), 400],
  ['PUT', '/budgets', () => ({ payload: { scope: 'workspace', period: 'day', cap_credits: 0.0001 } }), 400],
  ['PUT', '/budgets', () => ({ payload: { ...ofKey, subject_id: nightlyKey.keyId } }), 200],
  ['PUT', '/budgets', () => ({ payload: { ...ofKey, subject_id: 'unknown1' } }), 400],
  ['PUT', '/budgets', () => ({ payload: { ...ofKey, scope: 'member', subject_id: ada.userId } }), 200],
  ['PUT', '/budgets', () => ({ payload: { ...ofKey, scope: 'member', subject_id: testFile().id } }), 400],
  ['PUT', '/budgets', () => ({ payload: { ...ofKey, scope: 'member', subject_id: newId('usr', new Date()) } }), 400],
  ['PUT', '/budgets', () => ({ payload: { scope: 'workspace', period: 'week', cap_credits: 1 } }), 400],
  ['DELETE', '/budgets/{budgetId}', () => ({ url: `/budgets/${testBudget.id}` }), 200],
  ['DELETE', '/budgets/{budgetId}', () => ({ url: '/budgets/bud_1' }), 404],
  ['POST', '/webhook-endpoints', () => ({ payload: { url: 'https://lims.example.org/' } }), 201],
  [
    'POST',
    '/webhook-endpoints',
    () => ({ payload: { url: 'https://lims.example.org/', event_types: ['job.done'] } }),
    400,
  ],
  ['GET', '/webhook-endpoints', () => ({}), 200],
  ['GET', '/webhook-endpoints/{endpointId}', () => ({ url: `/webhook-endpoints/${testEndpoint.id}` }), 200],
  ['GET', '/webhook-endpoints/{endpointId}', () => ({ url: '/webhook-endpoints/whe_1' }), 404],
  ['PATCH', '/webhook-endpoints/{endpointId}', () => ({ ...ofEndpoint(''), payload: { enabled: false } }), 200],
  ['PATCH', '/webhook-endpoints/{endpointId}', () => ({ ...ofEndpoint(''), payload: {} }), 400],
  ['POST', '/webhook-endpoints/{endpointId}/rotate-secret', () => ofEndpoint('/rotate-secret'), 200],
  ['POST', '/webhook-endpoints/{endpointId}/test', () => ofEndpoint('/test'), 202],
  ['DELETE', '/webhook-endpoints/{endpointId}', () => ofEndpoint(''), 200],
  ['GET', '/webhook-deliveries', () => ({ url: '/webhook-deliveries?status=failed' }), 200],
  ['GET', '/webhook-deliveries', () => ({ url: '/webhook-deliveries?status=lost' }), 400],
  ['GET', '/webhook-deliveries/{deliveryId}', () => ({ url: `/webhook-deliveries/${testDelivery.id}` }), 200],
  ['GET', '/webhook-deliveries/{deliveryId}', () => ({ url: '/webhook-deliveries/whd_1' }), 404],
  [
    'POST',
    '/webhook-deliveries/{deliveryId}/replay',
    () => ({ url: `/webhook-deliveries/${testDelivery.id}/replay` }),
    202,
  ],
  ['GET', '/api-keys', () => ({}), 200],
  ['GET', '/api-keys', () => ({ url: '/api-keys?include_revoked=1x' }), 400],
  ['POST', '/api-keys', () => ({ payload: newKey }), 201],
  ['POST', '/api-keys', () => ({ payload: newKey, headers: keyed }), 201],
  ['POST', '/api-keys', () => ({ payload: newKey, headers: keyed }), 200],
  ['POST', '/api-keys', () => ({ payload: { ...newKey, budget: { day: 2.5, total: null } } }), 201],
  ['POST', '/api-keys', () => ({ payload: { ...newKey, budget: { day: 0.0001 } } }), 400],
  ['POST', '/api-keys', () => ({ payload: { ...newKey, budget: { day: 1 }, may_create_keys: true } }), 409],
  ['POST', '/api-keys', () => ({ payload: { ...newKey, scopes: ['jobs:admin'] } }), 400],
  ['POST', '/api-keys', () => ({ payload: { ...newKey, project_ids: [otherProject] } }), 400],
  ['GET', '/api-keys/{keyId}', () => ({ url: `/api-keys/${nightlyKey.id}` }), 200],
  ['GET', '/api-keys/{keyId}', () => ({ url: '/api-keys/key_1' }), 404],
  ['PATCH', '/api-keys/{keyId}', () => ({ url: `/api-keys/${nightlyKey.id}`, payload: { tools: null } }), 200],
  ['PATCH', '/api-keys/{keyId}', () => ({ url: `/api-keys/${nightlyKey.id}`, payload: { budget: { month: 9 } } }), 200],
  [
    'PATCH',
    '/api-keys/{keyId}',
    () => ({ url: `/api-keys/${nightlyKey.id}`, payload: { may_create_keys: true } }),
    409,
  ],
  ['PATCH', '/api-keys/{keyId}', () => ({ url: `/api-keys/${nightlyKey.id}`, payload: { budget: null } }), 200],
  ['PATCH', '/api-keys/{keyId}', () => ({ url: `/api-keys/${nightlyKey.id}`, payload: {} }), 400],
  ['POST', '/api-keys/{keyId}/rotate', () => ({ url: `/api-keys/${nightlyKey.id}/rotate` }), 200],
  ['DELETE', '/api-keys/{keyId}', () => ({ url: `/api-keys/${nightlyKey.id}` }), 200],
  ['GET', '/openapi.json', () => ({}), 200],
  ['GET', '/tools', () => ({}), 200],
  ['GET', '/tools', () => ({ url: '/tools?search=isoelectric+point' }), 200],
  ['GET', '/tools', () => ({ url: `/tools?search=${'x'.repeat(101)}` }), 400],
  ['GET', '/tools', () => ({ url: '/tools?accepts=FASTA' }), 200],
  ['GET', '/tools/{toolId}', () => ({ url: '/tools/protein-properties' }), 200],
  ['GET', '/tools/{toolId}', () => ({ url: '/tools/nothing' }), 404],
  ['GET', '/datasets', () => ({}), 200],
  ['GET', '/datasets/{datasetId}', () => ({ url: '/datasets/swissprot' }), 200],
  ['GET', '/datasets/{datasetId}', () => ({ url: '/datasets/nothing' }), 404],
  ['POST', '/jobs/quote', () => ({ payload: submission({ name: undefined }) }), 200],
  ['POST', '/jobs/quote', () => ({ payload: submission() }), 400],
  ['POST', '/jobs', () => ({ payload: submission() }), 202],
  ['POST', '/jobs', () => ({ payload: 'x', headers: { 'content-type': 'text/plain' } }), 415],
  ['POST', '/jobs', () => ({ payload: { name: 'x'.repeat(600_000) } }), 413],
  ['POST', '/jobs', () => ({ payload: {}, headers: { authorization: '' } }), 401],
  ['GET', '/jobs', () => ({}), 200],
  ['GET', '/jobs', () => ({ url: '/jobs?status=FAILED&label=plate%3D7&created_by=me' }), 200],
  ['GET', '/jobs', () => ({ url: '/jobs?limit=101' }), 400],
  ['GET', '/jobs/{jobId}', () => ({ url: `/jobs/${billed.id}` }), 200],
  ['GET', '/jobs/{jobId}', () => ({ url: '/jobs/job_1' }), 404],
  ['POST', '/jobs/cancel', () => ({ payload: { filter: { tool: 't' }, dry_run: true } }), 200],
  ['POST', '/jobs/cancel', () => ({ payload: { filter: {} } }), 400],
  ['POST', '/jobs/retry-failed', () => ({ payload: { filter: { tool: 't' }, dry_run: true } }), 200],
  ['PATCH', '/jobs/{jobId}', () => ({ url: `/jobs/${billed.id}`, payload: { labels: { plate: '7' } } }), 200],
  ['PATCH', '/jobs/{jobId}', () => ({ url: `/jobs/${billed.id}`, payload: { labels: { '-': '7' } } }), 400],
  ['GET', '/jobs/{jobId}/status', () => ({ url: `/jobs/${billed.id}/status` }), 200],
  ['GET', '/jobs/{jobId}/status', () => ({ url: '/jobs/job_1/status' }), 404],
  ['GET', '/jobs/{jobId}/events', ({ id }) => ({ url: `/jobs/${id}/events` }), 200],
  ['GET', '/jobs/{jobId}/ro-crate', ({ id }) => ({ url: `/jobs/${id}/ro-crate` }), 200],
  ['GET', '/jobs/{jobId}/ro-crate', () => ({ url: '/jobs/job_1/ro-crate' }), 404],
  ['GET', '/jobs/{jobId}/inputs/{inputNumber}', ({ id }) => ({ url: `/jobs/${id}/inputs/1` }), 200],
  ['GET', '/jobs/{jobId}/inputs/{inputNumber}', ({ id }) => ({ url: `/jobs/${id}/inputs/x` }), 404],
  ['GET', '/jobs/{jobId}/log', ({ id }) => ({ url: `/jobs/${id}/log` }), 200],
  ['GET', '/jobs/{jobId}/log', () => ({ url: '/jobs/job_1/log' }), 404],
  ['GET', '/jobs/{jobId}/log/stream', ({ id }) => ({ url: `/jobs/${id}/log/stream` }), 200],
  ['GET', '/jobs/{jobId}/log/stream', () => ({ url: '/jobs/job_1/log/stream' }), 404],
  ['GET', '/jobs/{jobId}/share', ({ id }) => ({ url: `/jobs/${id}/share` }), 200],
  ['PATCH', '/jobs/{jobId}/share', ({ id }) => ({ url: `/jobs/${id}/share`, payload: invitation }), 200],
  ['PATCH', '/jobs/{jobId}/share', () => ({ url: '/jobs/job_1/share', payload: {} }), 404],
  ['POST', '/jobs/{jobId}/cancel', ({ id }) => ({ url: `/jobs/${id}/cancel` }), 200],
  ['POST', '/jobs/{jobId}/stop', ({ id }) => ({ url: `/jobs/${id}/stop` }), 202],
  ['POST', '/jobs/{jobId}/stop', () => ({ url: '/jobs/job_1/stop' }), 404],
  ['POST', '/jobs/{jobId}/retry', ({ id }) => ({ url: `/jobs/${id}/retry` }), 200],
  ['POST', '/jobs/{jobId}/rerun', ({ id }) => ({ url: `/jobs/${id}/rerun`, payload: { name: 'Again' } }), 202],
  ['POST', '/jobs/{jobId}/rerun', () => ({ url: '/jobs/job_1/rerun' }), 404],
  ['POST', '/jobs/{jobId}/rerun/quote', ({ id }) => ({ url: `/jobs/${id}/rerun/quote` }), 200],
  ['POST', '/jobs/{jobId}/rerun/quote', ({ id }) => ({ url: `/jobs/${id}/rerun/quote`, payload: { name: '' } }), 400],
  ['GET', '/results/{jobId}', ({ id }) => ({ url: `/results/${id}?limit=1` }), 200],
  ['GET', '/results/{jobId}/items/{itemId}', ({ id }) => ({ url: `/results/${id}/items/itm_file` }), 200],
  ['GET', '/results/{jobId}/items/{itemId}', partOfItem, 206],
  ['GET', '/results/{jobId}/archive', ({ id }) => ({ url: `/results/${id}/archive` }), 200],
  ['GET', '/results/{jobId}/archive', ({ id }) => ({ url: `/results/${id}/archive?compression=zstd` }), 200],
  ['GET', '/results/{jobId}/archive', ({ id }) => archiveFrom(`/results/${id}/archive`, 700), 206],
  ['GET', '/results/{jobId}/archive', ({ id }) => archiveFrom(`/results/${id}/archive`, 99_999), 416],
  ['POST', '/results/{jobId}/items/{itemId}/save', ({ id }) => ({ url: `/results/${id}/items/itm_file/save` }), 201],
  ['POST', '/results/{jobId}/items/{itemId}/save', saveOnce, 201],
  ['POST', '/results/{jobId}/items/{itemId}/save', saveOnce, 200],
  ['POST', '/results/{jobId}/items/{itemId}/save', ({ id }) => ({ url: `/results/${id}/items/itm_row/save` }), 400],
  ['POST', '/files', () => form, 201],
  ['POST', '/files', () => keyedForm, 201],
  ['POST', '/files', () => keyedForm, 200],
  ['POST', '/files', () => ({ ...form, payload: 'x' }), 400],
  ['POST', '/files', () => ({ payload: {} }), 415],
  ['GET', '/files', () => ({}), 200],
  ['GET', '/file-sources', () => ({}), 200],
  ['POST', '/files/fetch', () => ({ payload: { source: 'uniprot', id: 'p0cg48' } }), 201],
  ['POST', '/files/fetch', () => ({ payload: { source: 'pdb', id: '../1UBQ' } }), 400],
  ['POST', '/files/fetch', () => ({ payload: { source: 'nowhere', id: '1UBQ' } }), 400],
  ['PATCH', '/files/{fileId}', () => ({ url: `/files/${savedFile.id}`, payload: { name: 'b.fasta' } }), 200],
  ['PATCH', '/files/{fileId}', () => ({ url: `/files/${savedFile.id}`, payload: {} }), 400],
  ['GET', '/files/{fileId}', () => ({ url: `/files/${savedFile.id}` }), 200],
  ['GET', '/files/{fileId}', () => ({ url: '/files/file_1' }), 404],
  ['GET', '/files/{fileId}/bytes', () => ({ url: `/files/${savedFile.id}/bytes` }), 200],
  ['GET', '/files/{fileId}/bytes', () => bytesOfFile('bytes=1-'), 206],
  ['GET', '/files/{fileId}/bytes', () => bytesOfFile('bytes=9999-'), 416],
  ['GET', '/files/{fileId}/link', () => ({ url: `/files/${savedFile.id}/link` }), 200],
  ['GET', '/files/{fileId}/link', () => ({ url: '/files/file_1/link' }), 404],
  ['DELETE', '/files/{fileId}', () => ({ url: `/files/${savedFile.id}` }), 200],
  ['POST', '/projects', () => ({ payload: { name: 'Variants', description: null } }), 201],
  ['POST', '/projects', () => ({ payload: { name: '' } }), 400],
  ['GET', '/projects', () => ({}), 200],
  ['GET', '/projects/{projectId}', () => ({ url: `/projects/${project.id}` }), 200],
  ['GET', '/projects/{projectId}', () => ({ url: '/projects/proj_1' }), 404],
  ['PATCH', '/projects/{projectId}', () => ({ url: `/projects/${project.id}`, payload: { name: 'A' } }), 200],
  ['POST', '/projects/assignments', () => ({ payload: assignmentTo(project.id) }), 200],
  ['POST', '/projects/assignments', () => ({ payload: assignmentTo(null) }), 200],
  ['POST', '/projects/assignments', () => ({ payload: assignmentTo('proj_1') }), 404],
  ['DELETE', '/projects/{projectId}', () => ({ url: `/projects/${project.id}?mode=unassign` }), 202],
  ['DELETE', '/projects/{projectId}', () => ({ url: `/projects/${project.id}`, payload: {} }), 400],
  ['GET', '/project-deletions/{deletionId}', () => ({ url: `/project-deletions/${deletion.id}` }), 200],
  ['POST', '/project-deletions/{deletionId}/retry', () => ({ url: `/project-deletions/${deletion.id}/retry` }), 200],
  ['GET', '/workflows', () => ({}), 200],
  ['GET', '/workflows/{workflowId}', () => ({ url: `/workflows/${workflow.id}` }), 200],
  ['GET', '/workflows/{workflowId}', () => ({ url: '/workflows/wf_1' }), 404],
  ['POST', '/workflows/{workflowId}/validate', () => of(workflow, '/validate', { definition: testDefinition }), 200],
  ['POST', '/workflows/{workflowId}/validate', () => of(workflow, '/validate', { definition: 1 }), 400],
  ['POST', '/workflows/{workflowId}/runs/quote', () => of(workflow, '/runs/quote', {}), 200],
  ['POST', '/workflows/{workflowId}/runs/quote', () => of(workflow, '/runs/quote', { name: 'x' }), 400],
  ['POST', '/workflows/{workflowId}/runs', () => ({ ...of(workflow, '/runs', {}), headers: keyed }), 202],
  ['POST', '/workflows/{workflowId}/runs', () => ({ ...of(workflow, '/runs', {}), headers: keyed }), 200],
  ['POST', '/workflows/{workflowId}/runs', () => of(workflow, '/runs', {}), 400],
  ['POST', '/batches', () => ({ payload: batchBody, headers: keyed }), 202],
  ['POST', '/batches', () => ({ payload: batchBody, headers: keyed }), 200],
  ['POST', '/batches', () => ({ payload: { ...batchBody, submissions: [] } }), 400],
  ['POST', '/batches', () => ({ payload: { name: 'None' } }), 400],
  ['POST', '/batches/quote', () => ({ payload: { submissions: batchBody.submissions } }), 200],
  ['GET', '/batches', () => ({}), 200],
  ['GET', '/batches/{batchId}', () => ofBatch(''), 200],
  ['GET', '/batches/{batchId}', () => ({ url: '/batches/batch_1' }), 404],
  ['GET', '/batches/{batchId}/items', () => ofBatch('/items?status=FAILED'), 200],
  ['GET', '/batches/{batchId}/rows', () => ofBatch('/rows'), 200],
  ['GET', '/batches/{batchId}/archive', () => ofBatch('/archive'), 200],
  ['GET', '/batches/{batchId}/archive', () => ({ ...ofBatch('/archive'), headers: { range: 'bytes=0-9' } }), 206],
  ['GET', '/batches/{batchId}/archive', () => ofBatch('/archive?first_line=2&last_line=1'), 400],
  ['POST', '/batches/{batchId}/continue', () => ofBatch('/continue'), 200],
  ['POST', '/batches/{batchId}/cancel', () => ofBatch('/cancel'), 200],
  ['POST', '/batches/{batchId}/retry', () => ({ ...ofBatch('/retry'), headers: again }), 202],
  ['POST', '/batches/{batchId}/retry', () => ({ ...ofBatch('/retry'), headers: again }), 200],
  ['GET', '/workflow-runs', () => ({}), 200],
  ['GET', '/workflow-runs', () => ({ url: '/workflow-runs?status=DONE' }), 400],
  ['GET', '/workflow-runs/{runId}', () => of(run, ''), 200],
  ['GET', '/workflow-runs/{runId}', () => of(run, '?attempt_id=att_1'), 404],
  ['GET', '/workflow-runs/{runId}/jobs', () => of(run, '/jobs'), 200],
  ['GET', '/workflow-runs/{runId}/results', () => of(run, '/results'), 200],
  ['GET', '/workflow-runs/{runId}/archive', () => of(run, '/archive'), 200],
  ['GET', '/workflow-runs/{runId}/archive', () => archiveFrom(`/workflow-runs/${run.id}/archive`, 700), 206],
  ['GET', '/workflow-runs/{runId}/curation', () => of(run, '/curation'), 200],
  ['POST', '/workflow-runs/{runId}/curation', () => of(run, '/curation', selection), 200],
  ['GET', '/workflow-runs/{runId}/curation', () => of(run, '/curation'), 200],
  [
    'POST',
    '/workflow-runs/{runId}/curation',
    () => of(run, '/curation', { ...selection, candidate_set_digest: '' }),
    409,
  ],
  ['POST', '/workflow-runs/{runId}/quote', () => of(run, '/quote', retry), 200],
  ['POST', '/workflow-runs/{runId}/quote', () => of(run, '/quote', { ...retry, approved: 2 }), 400],
  ['POST', '/workflow-runs/{runId}/continue', () => of(run, '/continue'), 200],
  ['POST', '/workflow-runs/{runId}/cancel', () => of(run, '/cancel'), 200],
  ['POST', '/workflow-runs/{runId}/retry', () => ({ ...of(run, '/retry', retry), headers: keyed }), 202],
  ['POST', '/workflow-runs/{runId}/retry', () => ({ ...of(run, '/retry', retry), headers: keyed }), 200],
  ['POST', '/workflow-runs/{runId}/rerun', () => ({ ...of(run, '/rerun'), headers: again }), 202],
  ['POST', '/workflow-runs/{runId}/rerun', () => ({ ...of(run, '/rerun'), headers: again }), 200],
  ['POST', '/workflow-runs/{runId}/rerun', () => of(run, '/rerun'), 400],
];

function ofEndpoint(rest: string) {
  return { url: `/webhook-endpoints/${testEndpoint.id}${rest}` };
}

function ofBatch(rest: string) {
  return { url: `/batches/${batch.id}${rest}` };
}

function ofInvitation(rest: string) {
  return { url: `/members/invitations/${openInvitation.id}${rest}` };
}

function bytesOfFile(range: string) {
  return { url: `/files/${savedFile.id}/bytes`, headers: { range } };
}

function archiveFrom(url: string, start: number) {
  return { url, headers: { range: `bytes=${start}-` } };
}

function saveOnce({ id }: Job) {
  return {
    url: `/results/${id}/items/itm_file/save`,
    headers: { 'idempotency-key': 'save' },
    payload: { tags: ['x'] },
  };
}

function partOfItem({ id }: Job) {
  return { url: `/results/${id}/items/itm_file`, headers: { range: 'bytes=1-' } };
}

const retry = { mode: 'from_start' };
const again = { 'idempotency-key': 'again' };

/** A request to a route of a workflow or run. */
function of({ id }: { id: string }, rest: string, payload?: object) {
  return { url: `${id.startsWith('wf') ? '/workflows' : '/workflow-runs'}/${id}${rest}`, payload };
}

function assignmentTo(target_project_id: string | null) {
  return { target_project_id, resources: [{ type: 'job', ids: [billed.id] }] };
}

describe('a real response matches the contract', () => {
  it('is requested for every operation', () => {
    const tried = new Set(requests.map(([method, path]) => `${method} /api/v1${path}`));
    expect(tried).toEqual(new Set(operations.map(({ method, path }) => `${method} ${path}`)));
  });

  it.each(requests)('%s %s', async (method, path, request, status) => {
    const result = await storeResult(blobs);
    for (const job of [result, billed]) jobs.known.set(job.id, job);
    files.known.set(savedFile.id, savedFile);
    projects.known.set(project.id, project);
    projects.deletions.set(deletion.id, deletion);
    workflows.known.set(workflow.id, workflow);
    workflows.runs.set(run.id, run);
    batches.known.set(batch.id, batch);
    workflows.candidates.set(run.id, [candidate]);
    const { url = path, headers, ...rest } = request(result) as { url?: string; headers?: object };
    const answer = await app.inject({
      method: method as 'GET',
      url: `/api/v1${url}`,
      headers: { ...bearer(issueKey()), ...headers },
      ...rest,
    });
    expect(answer.statusCode, answer.body).toBe(status);
    const documented = document.paths[`/api/v1${path}`]![method.toLowerCase()]!.responses[status]!;
    const type = String(answer.headers['content-type']).split(';')[0]!;
    const { schema } = documented.content![type]!;
    if (type === 'application/json') expect(violations(schema, answer.json())).toEqual([]);
    for (const name of Object.keys(documented.headers)) {
      if (!SOMETIMES.has(name)) expect(answer.headers, name).toHaveProperty(name.toLowerCase());
    }
  });
});
