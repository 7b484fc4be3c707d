import { derivedUuid } from '@rotamer/kit/ids.ts';
import { AttemptMode, ChildJob, Node, NodeStatus, RunStatus } from '@rotamer/proto/workflows/v1/workflow.ts';
import { ListChildrenResponse, RunDetails, RunResults } from '@rotamer/proto/workflows/v1/workflows.ts';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { bearer, testGateway } from '../../testing/testGateway.ts';
import { testCandidate, testDigest, testRun } from '../../testing/testWorkflows.ts';

const { app, workflows, workspace, issueKey, stop } = await testGateway();
afterAll(stop);
workspace.limits!.requestsPerMinute = 100_000;
const run = testRun();
const foreign = testRun({ workspaceId: 'ws_other' });
for (const one of [run, foreign]) workflows.runs.set(one.id, one);
const [attempt] = run.attempts;
const base = `/workflow-runs/${run.id}`;
const key = issueKey();
beforeEach(() => {
  workflows.calls.length = 0;
});

const ask = (method: InjectOptions['method'], url: string, payload?: object, headers = {}, as = key) =>
  app.inject({ method, url: `/api/v1${url}`, headers: { ...bearer(as), ...headers }, payload });

const paths = (answer: Awaited<ReturnType<typeof ask>>) =>
  answer.json().error.details.errors.map(({ path }: { path: string }) => path);

/** The last request that reached the workflows service. */
const asked = () => workflows.calls.at(-1)?.request;

const retry = { mode: 'from_start' };
const selection = { candidate_set_digest: 'x', approved_candidate_ids: ['itm_1'] };
const routes: ['GET' | 'POST', string, object | undefined][] = [
  ['GET', '', undefined],
  ['GET', '/jobs', undefined],
  ['GET', '/results', undefined],
  ['GET', '/curation', undefined],
  ['POST', '/curation', selection],
  ['POST', '/continue', undefined],
  ['POST', '/cancel', undefined],
  ['POST', '/retry', retry],
];

describe('a run that the caller may not see', () => {
  it.each(routes)('%s %s: returns the same 404 for foreign, unknown and malformed ids', async (method, rest, body) => {
    const bodies = await Promise.all(
      [foreign.id, testRun().id, 'nonsense', '%00', `job_${run.id.slice(4)}`].flatMap((id) =>
        (['owner', 'viewer'] as const).map(async (role) => {
          const headers = { 'idempotency-key': 'one' };
          const answer = await ask(method, `/workflow-runs/${id}${rest}`, body, headers, issueKey({ role }));
          expect(answer.statusCode).toBe(404);
          return answer.body;
        }),
      ),
    );
    expect(new Set(bodies).size).toBe(1);
  });
});

describe('GET /workflow-runs/{runId}', () => {
  it('adds up the costs of attempts, and shows nodes and jobs of one attempt', async () => {
    const second = { ...attempt!, id: `${attempt!.id.slice(0, -1)}0`, number: 2, mode: AttemptMode.FROM_FAILED_NODE };
    const retried = testRun({ status: RunStatus.PAUSED, attempts: [attempt!, { ...second, heldMillicredits: 0 }] });
    vi.spyOn(workflows, 'getRun').mockResolvedValueOnce(
      RunDetails.fromPartial({ run: retried, attemptId: second.id, moreChildren: true }),
    );
    const body = (await ask('GET', base)).json();
    expect(body).toMatchObject({
      id: retried.id,
      estimated_credits: 3.5,
      actual_credits: 3,
      attempt_id: second.id,
      has_more_jobs: true,
      attempts: [
        { id: attempt!.id, mode: 'from_start', max_credits: 20, estimated_credits: 2, actual_credits: 1.5 },
        { id: second.id, mode: 'from_failed_node', estimated_credits: 1.5 },
      ],
    });
  });

  it('names the release that a node searches, and none for other nodes', async () => {
    const searching = { id: 'search', type: 'tool', dataset: 'swissprot@2026_04', datasetSha256: 'ab'.repeat(32) };
    const nodes = [searching, { id: 'result', type: 'output' }].map((node) =>
      Node.fromPartial({ ...node, status: NodeStatus.WAITING }),
    );
    const run = testRun();
    const details = RunDetails.fromPartial({ run, attemptId: run.attempts[0]!.id, nodes });
    vi.spyOn(workflows, 'getRun').mockResolvedValueOnce(details);
    const [search, result] = (await ask('GET', base)).json().nodes;
    expect(search.dataset).toEqual({ id: 'swissprot', release: '2026_04', sha256: 'ab'.repeat(32) });
    expect(result).not.toHaveProperty('dataset');
  });

  it('has a link to a job’s result only when the job has one', async () => {
    const { jobs } = (await ask('GET', base)).json();
    expect(jobs).toMatchObject([
      { job_id: 'job_00000000000000000000000000', status: 'COMPLETED', credits_used: 1.5 },
      { job_id: null, status: 'WAITING', job_status: null, result_available: false, result_url: null },
    ]);
    expect(jobs[0].result_url).toBe('/api/v1/results/job_00000000000000000000000000');
  });

  it('shows the requested attempt', async () => {
    await ask('GET', `${base}?attempt_id=${attempt!.id}`);
    expect(asked()).toEqual({ runId: run.id, attemptId: attempt!.id });
    await ask('GET', base);
    expect(asked()).toEqual({ runId: run.id, attemptId: '' });
  });

  it.each(['', '/jobs', '/results'])('%s: returns 404 for an unknown or malformed attempt', async (rest) => {
    const unknown = await ask('GET', `${base}${rest}?attempt_id=att_00000000000000000000000000`);
    const impossible = await ask('GET', `${base}${rest}?attempt_id=nonsense`);
    expect([unknown.statusCode, impossible.statusCode]).toEqual([404, 404]);
    expect(unknown.body).toBe(impossible.body);
  });
});

describe('GET /workflow-runs/{runId}/jobs', () => {
  it('pages through the jobs of a node', async () => {
    const page = [ChildJob.fromPartial({ nodeId: 'a-b', n: 41, status: 'CHILD_STATUS_ACTIVE', tool: 'x' })];
    vi.spyOn(workflows, 'listChildren').mockResolvedValueOnce(
      ListChildrenResponse.fromPartial({ children: page, hasMore: true }),
    );
    const { data, has_more, next_cursor } = (await ask('GET', `${base}/jobs?limit=1`)).json();
    expect(has_more).toBe(true);
    expect(data).toMatchObject([{ object: 'workflow_job', node_id: 'a-b', index: 41, status: 'ACTIVE' }]);
    await ask('GET', `${base}/jobs?starting_after=${next_cursor}&node_id=a-b`);
    expect(asked()).toEqual({ runId: run.id, attemptId: '', limit: 20, after: 'a-b/41', nodeId: 'a-b' });
  });

  it('refuses an empty node_id', async () => {
    expect(paths(await ask('GET', `${base}/jobs?node_id=`))).toEqual(['node_id']);
  });

  it.each(['nonsense', Buffer.from('a/b').toString('base64url'), Buffer.from('a/1/2').toString('base64url')])(
    'refuses the cursor %s',
    async (cursor) => {
      expect(paths(await ask('GET', `${base}/jobs?starting_after=${cursor}`))).toEqual(['starting_after']);
    },
  );
});

describe('GET /workflow-runs/{runId}/results', () => {
  const node = { type: 'tool', resultAvailable: true };
  const child = {
    nodeId: 'a',
    tool: 'x',
    resultAvailable: true,
    jobId: 'job_1',
    status: 'CHILD_STATUS_COMPLETED',
  } as const;

  it('links a node to the result of its only job, to the list of its jobs, or to itself', async () => {
    const answer = RunResults.fromPartial({
      run,
      attemptId: attempt!.id,
      nodes: [
        { ...node, nodeId: 'one', children: [child] },
        { ...node, nodeId: 'many', children: [child, child] },
        { ...node, nodeId: 'none', type: 'filter' },
        { ...node, nodeId: 'waiting', resultAvailable: false },
      ],
    });
    vi.spyOn(workflows, 'getResults').mockResolvedValueOnce(answer);
    const { nodes } = (await ask('GET', `${base}/results`)).json();
    expect(nodes.map((one: { result_url: string }) => one.result_url)).toEqual([
      '/api/v1/results/job_1',
      `/api/v1${base}/jobs?attempt_id=${attempt!.id}&node_id=many`,
      `/api/v1${base}/results?attempt_id=${attempt!.id}`,
      null,
    ]);
    for (const { result_url } of nodes.slice(1, 3)) {
      expect((await ask('GET', result_url.replace('/api/v1', ''))).statusCode).toBe(200);
    }
  });

  it('shows items of outputs, without keys of the blob store', async () => {
    const artifact = { key: 'secret/key', name: 'a.pdb', contentType: 'chemical/x-pdb', sha256: 'ab', size: 3 };
    const { item } = testCandidate('magainin', { jobId: 'job_1', jobItemId: 'itm_1' });
    const items = [item!, { ...item!, content: { $case: 'artifact' as const, value: artifact } }];
    vi.spyOn(workflows, 'getResults').mockResolvedValueOnce(
      RunResults.fromPartial({ run, attemptId: attempt!.id, nodes: [{ ...node, nodeId: 'result', items }] }),
    );
    const answer = await ask('GET', `${base}/results`);
    expect(answer.json().nodes[0].items).toMatchObject([
      {
        label: 'magainin',
        metrics: { gravy: -0.1, stable: true },
        file: null,
        result_url: '/api/v1/results/job_1/items/itm_1',
      },
      { text: null, file: { name: 'a.pdb', content_type: 'chemical/x-pdb', size: 3, sha256: 'ab' } },
    ]);
    expect(answer.body).not.toContain('secret');
  });
});

describe('POST /workflow-runs/{runId}/curation', () => {
  const [one, other] = [testCandidate('one'), testCandidate('other')];
  const reviewed = testRun();
  workflows.runs.set(reviewed.id, reviewed);
  workflows.candidates.set(reviewed.id, [one, other]);
  const url = `/workflow-runs/${reviewed.id}/curation`;
  const choose = (fields: object) =>
    ask('POST', url, { candidate_set_digest: testDigest([one, other]), approved_candidate_ids: [one.id], ...fields });

  it('is refused with the reason when the candidates have changed', async () => {
    const refused = [
      await choose({ candidate_set_digest: testDigest([one]) }),
      await choose({ approved_candidate_ids: ['itm_1'] }),
    ];
    expect(refused.map((answer) => [answer.statusCode, answer.json().error.details.reason])).toEqual([
      [409, 'stale_digest'],
      [409, 'unknown_candidate'],
    ]);
  });

  it('records a selection and its user, once', async () => {
    const criteria = { filters: { gravy: { lt: 0 } }, sort: [{ field: 'gravy', direction: 'desc' }] };
    const answer = await choose({ note: 'Stable', criteria });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      object: 'workflow_curation',
      candidate_set_digest: testDigest([one, other]),
      candidates: [{ id: one.id, label: 'one', content_digest: one.contentDigest }, { id: other.id }],
      decision: {
        decided_by: 'usr_1',
        approved_candidate_ids: [one.id],
        rejected_candidate_ids: [other.id],
        note: 'Stable',
        criteria,
      },
      review_url: `/workflow-runs/${reviewed.id}/review`,
    });
    expect((await choose({ approved_candidate_ids: [other.id] })).json().error.details.reason).toBe('already_decided');
    expect((await ask('GET', url)).json().decision.approved_candidate_ids).toEqual([one.id]);
  });

  it.each([
    [{ approved_candidate_ids: [] }, 'approved_candidate_ids'],
    [{ approved_candidate_ids: undefined }, 'approved_candidate_ids'],
    [{ candidate_set_digest: undefined }, 'candidate_set_digest'],
    [{ note: 'x'.repeat(5_001) }, 'note'],
    [{ criteria: { sort: [{ field: 'a', direction: 'up' }] } }, 'criteria.sort[0].direction'],
    [{ criteria: { limit: 1 } }, 'criteria.limit'],
    [{ criteria: { filters: { a: 'x'.repeat(20_000) } } }, 'criteria'],
    [{ rejected_candidate_ids: [] }, 'rejected_candidate_ids'],
  ])('refuses %j and names the field', async (fields, path) => {
    expect(paths(await choose(fields))).toEqual([path]);
    expect(workflows.calls).toEqual([]);
  });
});

describe('POST /workflow-runs/{runId}/continue', () => {
  it.each<[{ max_credits?: number } | undefined]>([[undefined], [{}], [{ max_credits: 40 }]])(
    'takes the body %j',
    async (body) => {
      expect((await ask('POST', `${base}/continue`, body)).statusCode).toBe(200);
      expect(asked()).toEqual({ runId: run.id, maxMillicredits: body?.max_credits === undefined ? undefined : 40_000 });
    },
  );

  it('refuses unknown fields', async () => {
    expect(paths(await ask('POST', `${base}/continue`, { credits: 1 }))).toEqual(['credits']);
    expect(paths(await ask('POST', `${base}/continue`, { max_credits: -1 }))).toEqual(['max_credits']);
  });
});

describe('POST /workflow-runs/{runId}/cancel', () => {
  it('returns charge and refund in credits', async () => {
    expect((await ask('POST', `${base}/cancel`)).json()).toMatchObject({
      object: 'workflow_run_cancellation',
      charged_credits: 1.5,
      refunded_credits: 0.5,
      unsettled_jobs: 0,
      run: { id: run.id, object: 'workflow_run' },
    });
    expect(workflows.calls.at(-1)!.scope).toMatchObject({ signal: undefined });
  });
});

describe('POST /workflow-runs/{runId}/retry', () => {
  const again = (body: object, idempotencyKey?: string) =>
    ask('POST', `${base}/retry`, body, idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey });

  it('begins one attempt per key, and returns what is reused of each node', async () => {
    const body = { mode: 'from_failed_node', node_id: 'properties', max_credits: 5 };
    const first = await again(body, 'r1');
    expect(first.statusCode).toBe(202);
    expect(first.json()).toMatchObject({
      object: 'workflow_run_retry',
      reuse: [{ node_id: 'peptides', reused: true, verdict: 'reused', reason: 'Nothing has changed.' }],
      run: { id: run.id },
    });
    expect(asked()).toEqual({
      runId: run.id,
      submissionId: derivedUuid('ws_1', 'workflow run retry', 'r1'),
      mode: AttemptMode.FROM_FAILED_NODE,
      nodeId: 'properties',
      maxMillicredits: 5_000,
    });
    const replay = await again(body, 'r1');
    expect([replay.statusCode, replay.headers['idempotent-replayed']]).toEqual([200, 'true']);
  });

  it.each([
    [{}, 'mode'],
    [{ mode: 'from_middle' }, 'mode'],
    [{ mode: 'from_failed_node' }, 'node_id'],
    [{ mode: 'from_start', node_id: 'a' }, 'node_id'],
  ])('refuses %j and names the field', async (body, path) => {
    expect(paths(await again(body, 'r2'))).toEqual([path]);
  });

  it('refuses a request without a key', async () => {
    expect(paths(await again(retry))).toEqual(['Idempotency-Key']);
  });
});
