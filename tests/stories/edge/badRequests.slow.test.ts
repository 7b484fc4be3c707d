// @module-tag slow-stories

import { badBodies } from '@rotamer/test-support/badBodies.ts';
import type { Client } from '@rotamer/test-support/client.ts';
import { loadContract } from '@rotamer/test-support/contract.ts';
import { expectProblem, expectRefusal } from '@rotamer/test-support/expectRefusal.ts';
import { propertiesOf } from '@rotamer/test-support/requests.ts';
import type { Job, List } from '@rotamer/test-support/resources.ts';
import { lysozyme } from '@rotamer/test-support/testData.ts';
import { newWorkspace, type Workspace } from '@rotamer/test-support/workspace.ts';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const contract = await loadContract(inject('stack').baseUrl);
const operations = contract.operations.map(({ method, path, operation }) => ({
  method,
  path: path.replace('/api/v1', '').replaceAll(/\{\w+\}/g, 'x'),
  operation,
}));
const json = { 'content-type': 'application/json' };

const { name, ...quoteRequest } = propertiesOf(lysozyme);
const goodBodies = [
  { path: '/jobs/quote', schema: 'JobQuoteRequest', good: quoteRequest },
  { path: '/jobs', schema: 'JobRequest', good: { name, ...quoteRequest } },
];

let workspace: Workspace;
let client: Client;

beforeAll(async () => {
  workspace = await newWorkspace({ credits: 7, limits: { 'requests-per-minute': 6_000 } });
  client = workspace.client;
});

afterAll(async () => {
  expect((await client.get<List<Job>>('/jobs')).body.data).toEqual([]);
  expect(await workspace.available()).toBe(7_000);
});

describe.each(goodBodies)('POST $path names the path of', ({ path, schema, good }) => {
  it.each(badBodies(contract.document, schema, good))('$why at $path', async ({ path: at, body }) => {
    const refused = await client.post(path, body);
    expectProblem(refused, at);
    expect((refused.body as { error: { message: string } }).error.message.startsWith(`${at}: `)).toBe(true);
  });

  it.each([
    ['input.sequence', { ...good, input: { sequence: 'MKV' } }],
    ['input.sequence', { ...good, input: { ...good.input, sequence: 'MKV' } }],
    ['inputs', { ...good, inputs: good.input.inputs }],
    ['sequence', { ...good, sequence: 'MKV' }],
    ['input', { ...good, input: 'MKV' }],
    ['input', { ...good, input: good.input.inputs }],
    ['body', [good]],
    ['body', 'MKV'],
    ['body', null],
    ['input.inputs[0].content', { ...good, input: { inputs: [{ ...good.input.inputs[0], content: undefined }] } }],
    ['settings["a\\u0000b"]', { ...good, settings: { 'a\u0000b': 1 } }],
  ])('a retired or foreign shape: %s', async (at, body) => {
    const refused = await client.post(path, body);
    expectRefusal(refused, 400, 'validation_error');
    if (!at.includes('u0000')) expectProblem(refused, at);
  });

  it('all problems at once, the unknown field first', async () => {
    const refused = await client.post(path, { ...good, tool: 1, nonsense: 1, settings: [] });
    const { errors } = expectRefusal(refused, 400, 'validation_error');
    expect(errors!.map((error) => error.path).sort()).toEqual(['nonsense', 'settings', 'tool']);
    expect(errors![0]!.path).toBe('nonsense');
  });

  it('no field when the body is not JSON, has another content type or is too large', async () => {
    for (const body of ['{', '', '{"tool": }', 'tool=x']) {
      expectRefusal(await client.send('POST', path, { headers: json, body }), 400, 'invalid_json');
    }
    const latin = Buffer.from('{"tool":"\xe9"}', 'latin1');
    expectRefusal(await client.send('POST', path, { headers: json, body: latin }), 400, 'invalid_json');
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const body = JSON.stringify(good);
      const refused = await client.send('POST', path, { headers: { 'content-type': type }, body });
      expectRefusal(refused, 415, 'unsupported_media_type');
    }
    expectRefusal(await client.send('POST', path), 415, 'unsupported_media_type');
    const large = { ...good, settings: { text: 'x'.repeat(512 * 1024) } };
    expectRefusal(await client.post(path, large), 413, 'payload_too_large');
  });

  it('no field when the tool is unknown or its id is mistyped', async () => {
    for (const tool of ['nonsense', '', 'protein-properties ', '../protein-properties']) {
      const refused = await client.post(path, { ...good, tool });
      expectRefusal(refused, 404, 'not_found');
    }
  });
});

describe('PATCH /jobs/{jobId}/share names the path of', () => {
  const good = { visibility: 'INVITED', add_invites: ['ada@example.org'] };

  it.each(badBodies(contract.document, 'JobSharingRequest', good))('$why at $path', async ({ path: at, body }) => {
    expectProblem(await client.patch('/jobs/x/share', body), at);
  });
});

describe.each([
  { method: 'POST', path: '/projects', schema: 'ProjectCreateRequest', good: { name: 'A', description: 'B' } },
  { method: 'PATCH', path: '/projects/x', schema: 'ProjectUpdateRequest', good: { name: 'A', description: null } },
  {
    method: 'POST',
    path: '/projects/assignments',
    schema: 'ProjectAssignmentRequest',
    good: { target_project_id: null, resources: [{ type: 'job', ids: ['x'] }] },
  },
  { method: 'DELETE', path: '/projects/x', schema: 'ProjectDeletionRequest', good: { mode: 'unassign' } },
  {
    method: 'POST',
    path: '/workflows/x/validate',
    schema: 'WorkflowValidationRequest',
    good: { definition: {}, settings: {} },
  },
  {
    method: 'POST',
    path: '/workflows/x/runs',
    schema: 'WorkflowRunRequest',
    good: { name: 'A', project_id: null, input_data: { a: { method: 'text', textContent: 'x' } } },
  },
  {
    method: 'POST',
    path: '/workflow-runs/x/curation',
    schema: 'WorkflowCurationRequest',
    good: { candidate_set_digest: 'x', approved_candidate_ids: ['x'], criteria: { sort: [{ field: 'a' }] } },
  },
  { method: 'POST', path: '/workflow-runs/x/continue', schema: 'WorkflowRunContinueRequest', good: {} },
  { method: 'POST', path: '/workflow-runs/x/retry', schema: 'WorkflowRunRetryRequest', good: { mode: 'from_start' } },
])('$method $path names the path of', ({ method, path, schema, good }) => {
  it.each(badBodies(contract.document, schema, good))('$why at $path', async ({ path: at, body }) => {
    const headers = { ...json, 'idempotency-key': 'x' };
    expectProblem(await client.send(method, path, { headers, body: JSON.stringify(body) }), at);
  });
});

describe('a route that takes no body', () => {
  const routes = operations.filter(({ method, operation }) => method === 'POST' && !operation.requestBody);

  it.each(routes)('POST $path refuses a body', async ({ path }) => {
    expectProblem(await client.post(path, { nonsense: 1 }), 'nonsense', 'is not a known field');
    expectProblem(await client.post(path, [1]), 'body');
    expectProblem(await client.post(path, 'nonsense'), 'body');
    expectRefusal(await client.send('POST', path, { headers: json, body: '{' }), 400, 'invalid_json');
    const text = { headers: { 'content-type': 'text/plain' }, body: 'x' };
    expectRefusal(await client.send('POST', path, text), 415, 'unsupported_media_type');
    expectRefusal(await client.post(path, {}), 404, 'not_found');
  });
});

describe('a query', () => {
  const routes = operations.flatMap(({ method, path, operation }) => {
    const parameters = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
    return parameters.length > 0 ? [{ method, path, parameters }] : [];
  });

  it.each(routes)(
    '$method $path refuses unknown parameters and invalid values',
    async ({ method, path, parameters }) => {
      expectProblem(await client.send(method, `${path}?nonsense=1`), 'nonsense', 'is not a known field');
      for (const { name: parameter, schema } of parameters) {
        const values = { integer: ['x', '', '1.5', schema.minimum! - 1, schema.maximum! + 1], boolean: ['maybe', '2'] };
        for (const value of values[schema.type as 'integer'] ?? []) {
          expectProblem(await client.send(method, `${path}?${parameter}=${value}`), parameter);
        }
        expectProblem(await client.send(method, `${path}?${parameter}=1&${parameter}=2`), parameter);
      }
    },
  );
});

describe('every route', () => {
  it.each(operations)(
    '$method $path returns 401 without a key, unless it is public',
    async ({ method, path, operation }) => {
      if (operation.security?.length === 0) {
        // A body that is missing is refused after the key would have been.
        const { status } = await workspace.clientWith(undefined).send(method, path);
        expect(status).toBe(method === 'GET' ? 200 : 415);
        return;
      }
      expectRefusal(await workspace.clientWith(undefined).send(method, path), 401, 'unauthorized');
    },
  );

  it.each([...new Set(operations.map(({ path }) => path))])(
    '%s returns 405 with Allow for other methods',
    async (path) => {
      const allowed = operations.filter((one) => one.path === path).map(({ method }) => method);
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((one) => !allowed.includes(one))) {
        for (const someone of [client, workspace.clientWith(undefined)]) {
          const refused = await someone.send(method, path);
          expectRefusal(refused, 405, 'method_not_allowed');
          const withHead = [...allowed, ...(allowed.includes('GET') ? ['HEAD'] : []), 'OPTIONS'];
          expect(refused.headers.get('allow')!.split(', ').sort()).toEqual(withHead.sort());
        }
      }
      expectRefusal(await client.send('GET', `${path}/x/y/z`), 404, 'not_found');
    },
  );
});
