import { loadContract } from '@rotamer/test-support/contract.ts';
import type { JobRequest } from '@rotamer/test-support/requests.ts';
import type { Quote } from '@rotamer/test-support/resources.ts';
import { newWorkspace } from '@rotamer/test-support/workspace.ts';
import { expect, inject, it } from 'vitest';

const { document, operations } = await loadContract(inject('stack').baseUrl);

it('is OpenAPI 3.1 of API 1.0.0 and has every route of this release', () => {
  expect(document).toMatchObject({ openapi: '3.1.0', info: { version: '1.0.0' } });
  expect(operations.map(({ method, path }) => `${method} ${path.replace('/api/v1', '')}`)).toEqual(
    expect.arrayContaining([
      'GET /account',
      'GET /openapi.json',
      'GET /tools',
      'GET /tools/{toolId}',
      'POST /jobs/quote',
      'POST /jobs',
      'GET /jobs',
      'GET /jobs/{jobId}/status',
      'GET /jobs/{jobId}/share',
      'PATCH /jobs/{jobId}/share',
      'GET /jobs/{jobId}/events',
      'POST /jobs/{jobId}/cancel',
      'POST /jobs/{jobId}/retry',
      'GET /results/{jobId}',
      'GET /results/{jobId}/items/{itemId}',
      'POST /projects',
      'GET /projects',
      'GET /projects/{projectId}',
      'PATCH /projects/{projectId}',
      'DELETE /projects/{projectId}',
      'POST /projects/assignments',
      'GET /project-deletions/{deletionId}',
      'POST /project-deletions/{deletionId}/retry',
      'GET /workflows',
      'GET /workflows/{workflowId}',
      'POST /workflows/{workflowId}/validate',
      'POST /workflows/{workflowId}/runs',
      'GET /workflow-runs/{runId}',
      'GET /workflow-runs/{runId}/jobs',
      'GET /workflow-runs/{runId}/results',
      'GET /workflow-runs/{runId}/curation',
      'POST /workflow-runs/{runId}/curation',
      'POST /workflow-runs/{runId}/continue',
      'POST /workflow-runs/{runId}/cancel',
      'POST /workflow-runs/{runId}/retry',
    ]),
  );
});

it('requires a key on every route but its own and those of devices that sign in, and has unique operation ids', () => {
  const open = operations.filter(({ operation }) => operation.security?.length === 0);
  expect(open.map(({ path }) => path)).toEqual([
    '/api/v1/device-authorizations',
    '/api/v1/device-tokens',
    '/api/v1/openapi.json',
  ]);
  const ids = operations.map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

it('requires no parameters except the idempotency key of starting, retrying and rerunning a run', () => {
  const needed = operations.flatMap(({ operation }) =>
    (operation.parameters ?? [])
      .filter((parameter) => parameter.in !== 'path' && parameter.required)
      .map((parameter) => [operation.operationId, parameter.name]),
  );
  expect(needed).toEqual([
    ['startWorkflowRun', 'Idempotency-Key'],
    ['rerunWorkflowRun', 'Idempotency-Key'],
    ['retryWorkflowRun', 'Idempotency-Key'],
  ]);
});

it('has examples that are valid requests', async () => {
  const { client } = await newWorkspace();
  for (const name of ['JobQuoteRequest', 'JobRequest']) {
    const [example] = document.components.schemas[name]!.examples as [JobRequest];
    const { tool, input, settings } = example;
    const { status, body } = await client.post<Quote>('/jobs/quote', { tool, input, settings });
    expect({ status, blocking: body.blocking_errors }).toEqual({ status: 200, blocking: [] });
  }
});
