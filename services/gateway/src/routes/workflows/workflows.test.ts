import { Fault } from '@rotamer/kit/errors/fault.ts';
import { derivedUuid } from '@rotamer/kit/ids.ts';
import { Access } from '@rotamer/proto/workflows/v1/workflow.ts';
import { ListWorkflowsResponse, type StartRequest, StartResponse } from '@rotamer/proto/workflows/v1/workflows.ts';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { submission } from '../../testing/requests.ts';
import { bearer, testGateway } from '../../testing/testGateway.ts';
import { testProject } from '../../testing/testProjects.ts';
import { testDefinition, testRun, testWorkflow } from '../../testing/testWorkflows.ts';

const { app, workflows, projects, workspace, issueKey, stop } = await testGateway();
afterAll(stop);
workspace.limits!.requestsPerMinute = 100_000;
const workflow = testWorkflow();
const foreign = testWorkflow({ workspaceId: 'ws_other' });
const project = testProject();
for (const one of [workflow, foreign]) workflows.known.set(one.id, one);
projects.known.set(project.id, project);
const key = issueKey();
beforeEach(() => {
  workflows.calls.length = 0;
  projects.calls.length = 0;
});

const ask = (method: InjectOptions['method'], url: string, payload?: object, headers = {}, as = key) =>
  app.inject({ method, url: `/api/v1${url}`, headers: { ...bearer(as), ...headers }, payload });

const paths = (answer: Awaited<ReturnType<typeof ask>>) =>
  answer.json().error.details.errors.map(({ path }: { path: string }) => path);

/** The last request that reached the workflows service. */
const asked = () => workflows.calls.at(-1)?.request;

let keys = 0;
const start = (body: object, idempotencyKey = `key-${keys++}`) =>
  ask('POST', `/workflows/${workflow.id}/runs`, body, { 'idempotency-key': idempotencyKey });

describe('GET /workflows', () => {
  it('pages by an opaque cursor, and filters by project', async () => {
    const page = [testWorkflow({ access: Access.VIEW }), testWorkflow({ projectId: project.id })];
    vi.spyOn(workflows, 'list').mockResolvedValueOnce(
      ListWorkflowsResponse.fromPartial({ workflows: page, hasMore: true }),
    );
    const { data, next_cursor } = (await ask('GET', '/workflows?limit=2')).json();
    expect(data[0]).toEqual({
      id: page[0]!.id,
      object: 'workflow',
      project_id: null,
      name: 'Stable peptides',
      description: null,
      revision_id: page[0]!.revisionId,
      revision_number: 1,
      access: 'view',
      created_at: '2026-03-01T12:00:00.000Z',
      updated_at: '2026-03-01T12:00:00.000Z',
    });
    expect(data[1].project_id).toBe(project.id);
    await ask('GET', `/workflows?starting_after=${next_cursor}&project_id=${project.id}`);
    expect(asked()).toEqual({ limit: 20, beforeId: page[1]!.id, projectId: project.id, unassigned: false });
  });

  it.each(['', 'nonsense', '%00'])('refuses the project_id %j, without a call', async (id) => {
    expect(paths(await ask('GET', `/workflows?project_id=${id}`))).toEqual(['project_id']);
    expect(workflows.calls).toEqual([]);
  });

  it('refuses both filters at once', async () => {
    expect(paths(await ask('GET', `/workflows?project_id=${project.id}&unassigned=true`))).toEqual(['unassigned']);
  });
});

describe('a workflow that the caller may not see', () => {
  it.each([
    ['GET', ''],
    ['POST', '/validate'],
    ['POST', '/runs'],
  ] as const)('%s %s: returns the same 404 for foreign, unknown and malformed ids', async (method, rest) => {
    const body = { POST: rest === '/validate' ? { definition: testDefinition } : {}, GET: undefined }[method];
    const bodies = await Promise.all(
      [foreign.id, testWorkflow().id, 'nonsense', '%00', `proj_${workflow.id.slice(3)}`].flatMap((id) =>
        (['owner', 'viewer'] as const).map(async (role) => {
          const headers = { 'idempotency-key': 'one' };
          const answer = await ask(method, `/workflows/${id}${rest}`, body, headers, issueKey({ role }));
          expect(answer.statusCode).toBe(404);
          return answer.body;
        }),
      ),
    );
    expect(new Set(bodies).size).toBe(1);
  });
});

describe('GET /workflows/{workflowId}', () => {
  it('has the published definition and its settings', async () => {
    const { definition, settings } = (await ask('GET', `/workflows/${workflow.id}`)).json();
    expect(definition).toEqual(testDefinition);
    expect(settings).toEqual({});
  });
});

describe('POST /workflows/{workflowId}/validate', () => {
  it('passes the draft on unchanged, and separates kinds of findings', async () => {
    const settings = { max_credits: 5 };
    const url = `/workflows/${workflow.id}/validate`;
    const answer = await ask('POST', url, { definition: testDefinition, settings });
    expect(asked()).toEqual({
      workflowId: workflow.id,
      definitionJson: JSON.stringify(testDefinition),
      settingsJson: '{"max_credits":5}',
    });
    expect(answer.json()).toEqual({
      object: 'workflow_validation',
      valid: true,
      graph_errors: [],
      warnings: [{ code: 'unused', message: 'x', node_id: 'peptides' }],
      readiness_issues: [],
      limit_violations: [],
    });
  });

  it.each([
    [{}, 'definition'],
    [{ definition: [] }, 'definition'],
    [{ definition: {}, settings: 1 }, 'settings'],
    [{ definition: {}, name: 'x' }, 'name'],
  ])('refuses %j and names the field', async (body, path) => {
    expect(paths(await ask('POST', `/workflows/${workflow.id}/validate`, body))).toEqual([path]);
  });
});

describe('POST /workflows/{workflowId}/runs', () => {
  it('starts a run, once per idempotency key of the workspace', async () => {
    const first = await start({ name: 'First', max_credits: 20 }, 'one');
    expect([first.statusCode, first.headers['idempotent-replayed']]).toEqual([202, undefined]);
    expect(first.json()).toMatchObject({
      object: 'workflow_run',
      name: 'First',
      workflow_id: workflow.id,
      status: 'PAUSED',
      pause: { reason: 'curation', node_id: 'choose', decided: false },
    });
    expect(asked()).toEqual({
      workflowId: workflow.id,
      submissionId: derivedUuid('ws_1', 'workflow run', 'one'),
      name: 'First',
      maxMillicredits: 20_000,
      projectId: undefined,
      projectGiven: false,
      inputData: {},
      expectedRevisionId: undefined,
    });
    // A start that has begun is not cancelled with the client.
    expect(workflows.calls.at(-1)!.scope).toMatchObject({ signal: undefined });
    const again = await start({ name: 'First', max_credits: 20 }, 'one');
    expect([again.statusCode, again.headers['idempotent-replayed']]).toEqual([200, 'true']);
  });

  it.each([undefined, '', 'two words', 'x'.repeat(256)])(
    'refuses the idempotency key %j and names the header',
    async (sent) => {
      const headers: Record<string, string> = sent === undefined ? {} : { 'idempotency-key': sent };
      const answer = await ask('POST', `/workflows/${workflow.id}/runs`, {}, headers);
      expect(answer.statusCode).toBe(400);
      expect(paths(answer)).toEqual(['Idempotency-Key']);
      expect(answer.json().error.message).toContain('Idempotency-Key');
      expect(workflows.calls).toEqual([]);
    },
  );

  it('accepts input data as text, saved files and inputs', async () => {
    const [input] = submission({}, { source: { type: 'file', fileId: 'f' }, metadata: { a: 1 } }).input.inputs;
    const answer = await start({
      input_data: {
        peptides: { method: 'text', textContent: '>a\nMKV' },
        library: { method: 'files', file_ids: ['f', 'g'] },
        rest: { method: 'inputs', inputs: [input] },
      },
      expected_revision_id: 'wfrev_1',
    });
    expect(answer.statusCode).toBe(202);
    const { inputData, expectedRevisionId } = asked() as StartRequest;
    expect(inputData).toMatchObject({
      peptides: { method: { $case: 'text', value: { textContent: '>a\nMKV' } } },
      library: { method: { $case: 'files', value: { fileIds: ['f', 'g'] } } },
      rest: {
        method: {
          $case: 'inputs',
          value: {
            inputs: [{ id: 'lysozyme', source: { source: { value: { fileId: 'f' } } }, metadataJson: '{"a":1}' }],
          },
        },
      },
    });
    expect(expectedRevisionId).toBe('wfrev_1');
  });

  it.each([
    [{ max_credits: -1 }, 'max_credits'],
    [{ max_credits: 1.5 }, 'max_credits'],
    [{ name: 'x'.repeat(501) }, 'name'],
    [{ project_id: 'nonsense' }, 'project_id'],
    [{ input_data: [] }, 'input_data'],
    [{ input_data: { a: {} } }, 'input_data.a.method'],
    [{ input_data: { a: { method: 'guess' } } }, 'input_data.a.method'],
    [{ input_data: { a: { method: 'text' } } }, 'input_data.a.textContent'],
    [{ input_data: { a: { method: 'text', textContent: 'x', text: 'x' } } }, 'input_data.a.text'],
    [{ input_data: { a: { method: 'files', file_ids: [] } } }, 'input_data.a.file_ids'],
    [{ input_data: { a: { method: 'inputs', inputs: [{}] } } }, 'input_data.a.inputs[0].content'],
    [{ inputs: {} }, 'inputs'],
  ])('refuses %j and names the field', async (body, path) => {
    expect(paths(await start(body))[0]).toBe(path);
    expect(workflows.calls).toEqual([]);
  });

  it('refuses an alias whose value differs from the field it stands for', async () => {
    const source = { type: 'file', fileId: 'f', file_id: 'g' };
    const { inputs } = submission({}, { source }).input;
    expect(paths(await start({ input_data: { a: { method: 'inputs', inputs } } }))).toEqual([
      'input_data.a.inputs[0].source.fileId',
    ]);
  });

  it('reduces a cap above the largest possible balance', async () => {
    await start({ max_credits: Number.MAX_SAFE_INTEGER });
    expect((asked() as StartRequest).maxMillicredits).toBe(9e15);
    await start({ max_credits: 0 });
    expect((asked() as StartRequest).maxMillicredits).toBe(0);
  });

  it('starts in the project of the body, after checking that it is open', async () => {
    await start({ project_id: project.id });
    expect(projects.calls).toMatchObject([{ method: 'checkOpen', request: { projectId: project.id } }]);
    expect(asked()).toMatchObject({ projectId: project.id, projectGiven: true });
    await start({ project_id: null });
    expect(asked()).toMatchObject({ projectId: undefined, projectGiven: true });
    expect(projects.calls).toHaveLength(1);

    projects.closed.add(project.id);
    workflows.calls.length = 0;
    expect((await start({ project_id: project.id })).statusCode).toBe(409);
    expect((await start({ project_id: testProject().id })).statusCode).toBe(404);
    expect(workflows.calls.map(({ method }) => method)).toEqual(['findSubmission', 'findSubmission']);
    projects.closed.clear();
  });

  it('returns the run for a replay, although the project is closed', async () => {
    const run = testRun();
    const find = vi
      .spyOn(workflows, 'findSubmission')
      .mockResolvedValueOnce(
        StartResponse.fromPartial({ run: { run, attemptId: run.attempts[0]!.id }, replayed: true }),
      );
    projects.closed.add(project.id);
    const answer = await start({ name: 'First', project_id: project.id }, 'one');
    expect([answer.statusCode, answer.headers['idempotent-replayed']]).toEqual([200, 'true']);
    expect(answer.json().id).toBe(run.id);
    expect(find.mock.calls[0]![0]).toMatchObject({ name: 'First', projectId: project.id, workflowId: workflow.id });
    projects.closed.clear();
  });

  it('passes on errors of the workflows service', async () => {
    const stale = new Fault('conflict', 'Another revision is published.', { details: { reason: 'stale_revision' } });
    vi.spyOn(workflows, 'start').mockRejectedValueOnce(stale);
    const answer = await start({});
    expect(answer.statusCode).toBe(409);
    expect(answer.json().error.details).toEqual({ reason: 'stale_revision' });
  });
});
