import { nightlyKey } from '@rotamer/accounts/testing/testApiKeys.ts';
import { newId } from '@rotamer/kit/ids.ts';
import { testJob } from '@rotamer/present/testing/testJob.ts';
import { BillingMode, JobStatus } from '@rotamer/proto/jobs/v1/job.ts';
import { ListJobsResponse, QuoteResponse } from '@rotamer/proto/jobs/v1/jobs.ts';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { submission } from '../testing/requests.ts';
import { bearer, testGateway } from '../testing/testGateway.ts';
import { pollDelaySeconds } from './jobs/pollDelay.ts';

const { app, jobs, workspace, issueKey, stop } = await testGateway();
afterAll(stop);
beforeEach(() => {
  jobs.calls.length = 0;
});

const key = issueKey({ scopes: ['jobs:read', 'jobs:write'] });
const get = (url: string, headers = {}) =>
  app.inject({ url: `/api/v1${url}`, headers: { ...bearer(key), ...headers } });

describe('GET /account', () => {
  it('returns key, credits and limits', async () => {
    expect((await get('/account')).json()).toEqual({
      object: 'account',
      workspace: { id: 'ws_1', plan: { tier: 'COMMERCIAL_TEAM', paid: true }, credits: { available: 12.5 } },
      limits: {
        active_jobs: 3,
        concurrent_jobs: { max: 10, remaining: 7 },
        public_api_rate_limit: { limit: 120, window_seconds: 60 },
      },
      api_key: {
        id: expect.stringMatching(/^key_/),
        env: 'LIVE',
        prefix: key.slice(0, 17),
        scopes: ['jobs:read', 'jobs:write'],
      },
    });
  });

  it('returns current credits, not cached ones', async () => {
    await get('/account');
    workspace.availableMillicredits = 1;
    expect((await get('/account')).json().workspace.credits.available).toBe(0.001);
  });

  it('returns 0 remaining when a limit was lowered below the active jobs', async () => {
    workspace.limits!.concurrentJobs = 2;
    expect((await get('/account')).json().limits.concurrent_jobs).toEqual({ max: 2, remaining: 0 });
  });
});

describe('GET /tools', () => {
  it('returns 304 to clients with a current copy', async () => {
    const first = await get('/tools');
    const { etag } = first.headers;
    expect(first.json()).toMatchObject({ object: 'list', has_more: false, next_cursor: null });
    expect((await get('/tools', { 'if-none-match': `"other", W/${etag}` })).statusCode).toBe(304);
    expect((await get('/tools', { 'if-none-match': '"other"' })).statusCode).toBe(200);
  });

  it('caches the list from the jobs service', async () => {
    await get('/tools');
    await get('/tools');
    expect(jobs.calls).toEqual([]);
  });
});

describe('GET /tools/{toolId}', () => {
  it('returns the contract of the tool with the public API’s names', async () => {
    expect((await get('/tools/protein-properties')).json()).toMatchObject({
      object: 'tool',
      available: true,
      credit_model: { is_free: false, mode: 'fixed', base_credits: 1 },
      input: { slots: [{ id: 'sequences', acceptedKinds: ['protein'], capabilities: { copies: false } }] },
      settings: { type: 'object', additionalProperties: false },
      output: {
        ports: expect.arrayContaining([
          expect.objectContaining({ id: 'properties', type: 'items', content_type: 'application/json' }),
          expect.objectContaining({ id: 'picture', type: 'file', format: 'SVG', content_type: 'image/svg+xml' }),
          expect.objectContaining({ id: 'left_out', type: 'items', required: false }),
        ]),
      },
      limits: { wall_seconds: 60 },
    });
  });

  it.each(['nothing', '%00', 'a'.repeat(5_000), '..%2F..'])(
    'returns the same 404 for the unknown id %s',
    async (id) => {
      const answer = await get(`/tools/${id}`);
      expect(answer.statusCode).toBe(404);
      expect(answer.body).toBe((await get('/tools/unknown')).body);
    },
  );
});

describe('POST /jobs/quote', () => {
  it('returns credits, limits and blocking errors', async () => {
    const quote = QuoteResponse.fromPartial({
      tool: 'conformer-generation',
      estimatedMillicredits: 2_500,
      availableMillicredits: 1_000,
      billableMillicredits: 2_500,
      blockingErrors: [{ code: 'insufficient_credits', message: 'Too few.', detailsJson: '{"missing":1.5}' }],
      activeJobs: 1,
      maxConcurrentJobs: 10,
      dailyLimitUsed: 4,
      dailyLimitMax: 5,
      mode: BillingMode.METERED_RUNTIME,
      reservedMillicredits: 2_500,
      rateMillicreditsPerMinute: 500,
      maxBillableRuntimeMs: 300_000,
    });
    vi.spyOn(jobs, 'quote').mockResolvedValueOnce(quote);
    const payload = submission({ name: undefined });
    const answer = await app.inject({ method: 'POST', url: '/api/v1/jobs/quote', headers: bearer(key), payload });
    expect(answer.json()).toEqual({
      object: 'job_quote',
      tool: 'conformer-generation',
      estimated_credits: 2.5,
      available_credits: 1,
      billable_credits: 2.5,
      blocking_errors: [{ code: 'insufficient_credits', message: 'Too few.', details: { missing: 1.5 } }],
      limits: { active_concurrent_jobs: 1, max_concurrent_jobs: 10, daily_limit_used: 4, daily_limit_max: 5 },
      billing: {
        mode: 'metered_runtime',
        reserved_credits: 2.5,
        estimated_credits: 2.5,
        rate_credits_per_minute: 0.5,
        max_billable_runtime_seconds: 300,
      },
      queue: { expected_seconds: null, jobs_ahead: 0, waiting_reason: null },
    });
  });
});

describe('GET /jobs', () => {
  it('pages by an opaque cursor', async () => {
    const page = [testJob(), testJob()];
    const list = vi
      .spyOn(jobs, 'list')
      .mockResolvedValueOnce(ListJobsResponse.fromPartial({ jobs: page, hasMore: true }));
    const { has_more, next_cursor } = (await get('/jobs?limit=2')).json();
    expect(has_more).toBe(true);
    expect(next_cursor).not.toContain(page[1]!.id);
    await get(`/jobs?starting_after=${next_cursor}`);
    expect(list.mock.calls.map(([request]) => request)).toEqual([
      { limit: 2, beforeId: '', unassigned: false },
      { limit: 20, beforeId: page[1]!.id, unassigned: false },
    ]);
  });

  it('passes filters to jobs', async () => {
    const project = newId('proj', new Date(0));
    await get(`/jobs?project_id=${project}&unassigned=false`);
    await get('/jobs?unassigned=true');
    expect(jobs.calls.map(({ request }) => request)).toMatchObject([
      { projectId: project, unassigned: false },
      { projectId: undefined, unassigned: true },
    ]);
  });

  it('passes filters as jobs reads them', async () => {
    const query =
      'status=FAILED,TIMEOUT&tool=blast-search&name=ly&created_by=me&created_after=2026-03-01&label=a%3D1,b%3D';
    const scoped = { headers: bearer(issueKey({ scopes: ['jobs:read'] })) };
    await app.inject({ url: `/api/v1/jobs?${query}`, ...scoped });
    await app.inject({ url: `/api/v1/jobs?created_by=${nightlyKey.id}&run_id=run_1`, ...scoped });
    expect(jobs.calls.map(({ request }) => (request as { filter: unknown }).filter)).toMatchObject([
      {
        statuses: [JobStatus.FAILED, JobStatus.TIMEOUT],
        tool: 'blast-search',
        namePart: 'ly',
        createdBy: 'usr_1',
        createdAfter: new Date('2026-03-01'),
        labels: { a: '1', b: '' },
      },
      { statuses: [], keyId: nightlyKey.keyId, runId: 'run_1' },
    ]);
  });

  it('sends the cursor of a page on which no job matched', async () => {
    const nextId = newId('job', new Date(0));
    vi.spyOn(jobs, 'list').mockResolvedValueOnce(ListJobsResponse.fromPartial({ hasMore: true, nextId }));
    const page = (await get('/jobs?tool=rare')).json();
    expect(page).toMatchObject({ data: [], has_more: true });
    expect(Buffer.from(page.next_cursor, 'base64url').toString()).toBe(nextId);
  });

  it.each([
    ['status=failed', 'status'],
    ['status=FAILED,', 'status'],
    ['created_by=you', 'created_by'],
    ['created_by=key_1', 'created_by'],
    ['created_after=2026-02-30', 'created_after'],
    ['created_after=2026-03-02&created_before=2026-03-01', 'created_before'],
    ['label=plate', 'label'],
    ['label=-a%3D1', 'label'],
    ['name=', 'name'],
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=x', 'limit'],
    ['limit=', 'limit'],
    ['limit=1&limit=2', 'limit'],
    ['unassigned=maybe', 'unassigned'],
    ['starting_after=nonsense', 'starting_after'],
    [`starting_after=${Buffer.from('job_1').toString('base64url')}`, 'starting_after'],
    ['starting_after=', 'starting_after'],
    ['unassigned=', 'unassigned'],
    ['project_id=', 'project_id'],
    ['project_id=proj_1', 'project_id'],
    ['project_id=%00', 'project_id'],
    [`project_id=${newId('proj', new Date(0))}&unassigned=true`, 'unassigned'],
    ['foo=1', 'foo'],
  ])('refuses ?%s and names the parameter', async (query, path) => {
    const answer = await get(`/jobs?${query}`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.details.errors[0].path).toBe(path);
  });
});

describe('GET /jobs/{jobId}/status', () => {
  it('case G5: returns the fields that GET /jobs/{jobId} also has', async () => {
    const job = testJob();
    jobs.known.set(job.id, job);
    const [details, status] = [await get(`/jobs/${job.id}`), await get(`/jobs/${job.id}/status`)];
    expect(details.json()).toMatchObject(status.json());
    expect([details.statusCode, details.headers['retry-after'], status.headers['retry-after']]).toEqual([
      200,
      '30',
      '30',
    ]);
  });

  it('returns a poll delay only while the job is active', async () => {
    const [active, ended] = [testJob(), testJob({ status: JobStatus.FAILED })];
    for (const job of [active, ended]) jobs.known.set(job.id, job);
    expect((await get(`/jobs/${active.id}/status`)).headers['retry-after']).toBe('30');
    expect((await get(`/jobs/${ended.id}/status`)).headers).not.toHaveProperty('retry-after');
  });

  it('recommends 5, 10, 20, then 30 seconds', () => {
    const createdAt = new Date(0);
    const ages = [0, 5, 15, 35, 65, 95];
    expect(ages.map((age) => pollDelaySeconds({ createdAt }, new Date(age * 1000)))).toEqual([5, 10, 20, 30, 30, 30]);
  });
});
