import { randomUUID } from 'node:crypto';
import { expectProblem, expectRefusal } from '@rotamer/test-support/expectRefusal.ts';
import { newProject, readProject } from '@rotamer/test-support/projects.ts';
import type {
  ErrorBody,
  File,
  JobResult,
  List,
  WorkflowJob,
  WorkflowRun,
  WorkflowRunResult,
} from '@rotamer/test-support/resources.ts';
import { milli } from '@rotamer/test-support/resources.ts';
import { alpha, beta, ubiquitin } from '@rotamer/test-support/testData.ts';
import { describedProteins, publish, startRun, textOf, waitForRun } from '@rotamer/test-support/workflows.ts';
import { newWorkspace, type Workspace } from '@rotamer/test-support/workspace.ts';
import { beforeAll, describe, expect, it } from 'vitest';

let workspace: Workspace;
let workflow: string;

beforeAll(async () => {
  workspace = await newWorkspace({ limits: { 'requests-per-minute': 6_000 } });
  workflow = (await publish(workspace, describedProteins)).workflow_id;
});

const proteins = [alpha, beta, ubiquitin].join('\n');
const input_data = textOf('proteins', proteins);

describe('a run', () => {
  it('takes a list of proteins to a result for each, with working links', async () => {
    const { client } = workspace;
    const before = await workspace.available();
    const started = await startRun(client, workflow, { name: 'Three proteins', input_data });
    expect(started.status).toBe(202);
    expect(started.body).toMatchObject({ object: 'workflow_run', name: 'Three proteins', project_id: null });
    const run = await waitForRun(client, started.body.id);
    expect(run.status).toBe('COMPLETED');
    expect(run.attempts).toHaveLength(1);
    expect(run.jobs.map(({ node_id, index, status }) => [node_id, index, status])).toEqual(
      [0, 1, 2].map((index) => ['properties', index, 'COMPLETED']),
    );
    expect(run.actual_credits).toBe(3);
    expect(run.estimated_credits).toBe(3);
    expect(before - (await workspace.available())).toBe(milli(run.actual_credits));

    const results = (await client.get<WorkflowRunResult>(`/workflow-runs/${run.id}/results`)).body;
    const links = results.nodes.flatMap((node) =>
      [node, ...node.jobs, ...node.items].flatMap(({ result_url }) => result_url ?? []),
    );
    expect(links.length).toBeGreaterThanOrEqual(7);
    for (const link of links) {
      expect(link).toMatch(/^\/api\/v1\//);
      expect((await client.get(link.replace('/api/v1', ''))).status, link).toBe(200);
    }
    const [first] = results.nodes.find(({ node_id }) => node_id === 'properties')!.jobs;
    const result = (await client.get<JobResult>(first!.result_url!.replace('/api/v1', ''))).body;
    const items = results.nodes.find(({ node_id }) => node_id === 'result')!.items;
    expect(items).toHaveLength(3);
    expect(items[0]!.metrics.molecular_weight).toBe(result.results[0]!.value.molecular_weight);
  });

  it('lists its jobs page by page, of all nodes or of one', async () => {
    const { client } = workspace;
    const { id } = await waitForRun(client, (await startRun(client, workflow, { input_data })).body.id);
    const seen: WorkflowJob[] = [];
    let after = '';
    do {
      const { body } = await client.get<List<WorkflowJob>>(`/workflow-runs/${id}/jobs?limit=2${after}`);
      seen.push(...body.data);
      after = body.next_cursor ? `&starting_after=${body.next_cursor}` : '';
    } while (after);
    expect(seen.map(({ index }) => index)).toEqual([0, 1, 2]);
    const ofNode = (node: string) => client.get<List<WorkflowJob>>(`/workflow-runs/${id}/jobs?node_id=${node}`);
    expect((await ofNode('properties')).body.data).toEqual(seen);
    expect((await ofNode('result')).body.data).toEqual([]);
  });

  it('starts once for one key and body, also by concurrent requests', async () => {
    const { client } = workspace;
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => startRun(client, workflow, { input_data }, key)));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 202]);
    for (const { status, headers } of answers) {
      expect(headers.get('idempotent-replayed')).toBe(status === 200 ? 'true' : null);
    }
    expectRefusal(await startRun(client, workflow, { input_data, name: 'Other' }, key), 409, 'conflict');
    const run = await waitForRun(client, answers[0]!.body.id);
    expect(run.jobs).toHaveLength(3);
  });

  it('requires an idempotency key and its inputs', async () => {
    const { client } = workspace;
    expectProblem(await client.post(`/workflows/${workflow}/runs`, { input_data }), 'Idempotency-Key');
    expectRefusal(await startRun(client, workflow, {}), 400, 'validation_error');
    expectRefusal(
      await startRun(client, workflow, { input_data: textOf('nobody', ubiquitin) }),
      400,
      'validation_error',
    );
  });

  it('takes saved files, and inputs of other kinds', async () => {
    const { client } = workspace;
    const file = (await client.upload<File>('globins.fasta', `${alpha}\n${beta}`)).body.id;
    const byFile = await startRun(client, workflow, {
      input_data: { proteins: { method: 'files', file_ids: [file] } },
    });
    const input = { id: 'a', slotId: 'proteins', kind: 'protein', format: 'FASTA', source: { type: 'text' } };
    const byInput = await startRun(client, workflow, {
      input_data: { proteins: { method: 'inputs', inputs: [{ ...input, content: ubiquitin }] } },
    });
    const runs = await Promise.all([byFile, byInput].map(({ body }) => waitForRun(client, body.id)));
    expect(runs.map(({ status, jobs }) => [status, jobs.length])).toEqual([
      ['COMPLETED', 2],
      ['COMPLETED', 1],
    ]);
    const missing = { proteins: { method: 'files', file_ids: ['file_00000000000000000000000000'] } };
    const refused = await startRun(client, workflow, { input_data: missing });
    expectRefusal(refused, 404, 'not_found');
    expect((refused.body as unknown as ErrorBody).error.message).toContain('input_data.proteins.file_ids[0]');
  });

  it('continues with the other items when one of its jobs fails', async () => {
    const { client } = workspace;
    const body = { input_data: textOf('proteins', `${ubiquitin}\n>bad\nM1O\n`) };
    const run = await waitForRun(client, (await startRun(client, workflow, body)).body.id);
    expect(run.status).toBe('COMPLETED_WITH_ERRORS');
    expect(run.nodes.find(({ id }) => id === 'properties')).toMatchObject({
      status: 'COMPLETED_WITH_ERRORS',
      job_counts: { completed: 1, failed: 1 },
    });
    expect(run.actual_credits).toBe(1);
  });

  it('starts in the project that its request names, with its jobs', async () => {
    const { client } = workspace;
    const project = await newProject(client);
    const { body } = await startRun(client, workflow, { input_data, project_id: project.id });
    expect(body.project_id).toBe(project.id);
    await waitForRun(client, body.id);
    expect((await readProject(client, project)).counts.jobs).toBe(3);
    const nowhere = await startRun(client, workflow, { input_data, project_id: 'proj_00000000000000000000000000' });
    expectRefusal(nowhere, 404, 'not_found');
    const { key } = await workspace.newKey({ scopes: ['jobs:read', 'jobs:write'] });
    const lesser = workspace.clientWith(key);
    expectRefusal(await startRun(lesser, workflow, { input_data, project_id: null }), 403, 'forbidden');
  });
});

describe('a run and a workflow of another workspace', () => {
  it('return the same bytes as unknown ones', async () => {
    const stranger = (await newWorkspace()).client;
    const { id } = (await startRun(workspace.client, workflow, { input_data })).body;
    const routes: [string, string, object?][] = [
      ['GET', '/workflows/{}'],
      ['POST', '/workflows/{}/validate', { definition: {} }],
      ['POST', '/workflows/{}/runs', {}],
      ['GET', '/workflow-runs/{}'],
      ['GET', '/workflow-runs/{}/jobs'],
      ['GET', '/workflow-runs/{}/results'],
      ['GET', '/workflow-runs/{}/curation'],
      ['POST', '/workflow-runs/{}/curation', { candidate_set_digest: 'x', approved_candidate_ids: ['x'] }],
      ['POST', '/workflow-runs/{}/continue'],
      ['POST', '/workflow-runs/{}/cancel'],
      ['POST', '/workflow-runs/{}/retry', { mode: 'from_start' }],
    ];
    for (const [method, path, body] of routes) {
      const own = path.startsWith('/workflows') ? workflow : id;
      const ask = (one: string) => {
        const route = path.replace('{}', one);
        return method === 'GET' ? stranger.get(route) : stranger.post(route, body, { 'idempotency-key': 'k' });
      };
      const foreign = await ask(own);
      expect(foreign.status, path).toBe(404);
      expect(foreign.bytes, path).toEqual((await ask(`${own.slice(0, -4)}0000`)).bytes);
      expect(foreign.bytes, path).toEqual((await ask('nonsense')).bytes);
    }
    expect((await stranger.get<List<WorkflowRun>>('/workflows')).body.data).toEqual([]);
    await waitForRun(workspace.client, id);
  });
});
