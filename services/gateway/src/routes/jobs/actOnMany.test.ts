import { Fault } from '@rotamer/kit/errors/fault.ts';
import { newId } from '@rotamer/kit/ids.ts';
import { testJob } from '@rotamer/present/testing/testJob.ts';
import { JobStatus } from '@rotamer/proto/jobs/v1/job.ts';
import { ListJobsResponse } from '@rotamer/proto/jobs/v1/jobs.ts';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { bearer, testGateway } from '../../testing/testGateway.ts';

const { app, jobs, issueKey, stop } = await testGateway();
afterAll(stop);
beforeEach(() => {
  vi.restoreAllMocks();
  jobs.known.clear();
  jobs.calls.length = 0;
});

const key = issueKey({ scopes: ['jobs:read', 'jobs:write', 'projects:write'] });
const post = (url: string, payload: object, token = key) =>
  app.inject({ method: 'POST', url: `/api/v1/jobs/${url}`, headers: bearer(token), payload });

function some(n: number, status: JobStatus) {
  const all = Array.from({ length: n }, () => testJob({ status, tool: 'protein-properties' }));
  for (const job of all) jobs.known.set(job.id, job);
  return all.map(({ id }) => id);
}

const filter = { label: 'plate=7' };

describe('POST /jobs/cancel', () => {
  it('cancels the waiting jobs that match, and reports those that could not be cancelled', async () => {
    const [first, running] = some(2, JobStatus.QUEUED);
    const cancel = jobs.cancel;
    vi.spyOn(jobs, 'cancel').mockImplementation(async (request, scope) => {
      if (request.jobId === running) throw new Fault('conflict', 'It runs.');
      return cancel(request, scope);
    });
    const answer = (await post('cancel', { filter })).json();
    expect(answer).toMatchObject({ done: 1, skipped: 1, has_more: false, next_cursor: null, stopped_by: null });
    expect(answer.data).toMatchObject([
      { id: first, outcome: 'done' },
      { id: running, outcome: 'skipped', code: 'conflict', message: 'It runs.' },
    ]);
    const { request } = jobs.calls.find(({ method }) => method === 'list')!;
    expect(request).toMatchObject({
      limit: 1_000,
      filter: { labels: { plate: '7' }, statuses: [JobStatus.PENDING, JobStatus.QUEUED, JobStatus.RETRY] },
    });
  });

  it('changes nothing in a dry run, and says where to go on', async () => {
    const ids = some(2, JobStatus.QUEUED);
    const nextId = newId('job', new Date(0));
    const page = ListJobsResponse.fromPartial({ jobs: [...jobs.known.values()], hasMore: true, nextId });
    vi.spyOn(jobs, 'list').mockResolvedValueOnce(page);
    const answer = (await post('cancel', { filter, dry_run: true, limit: 2 })).json();
    expect(answer).toMatchObject({ dry_run: true, done: 0, has_more: true });
    expect(answer.data.map((item: { id: string }) => item.id)).toEqual(ids);
    expect(jobs.calls.some(({ method }) => method === 'cancel')).toBe(false);
    await post('cancel', { filter, starting_after: answer.next_cursor });
    expect(jobs.calls.find(({ method }) => method === 'list')!.request).toMatchObject({ beforeId: nextId });
  });

  it.each([
    [{}, 'filter'],
    [{ filter: {} }, 'filter'],
    [{ filter: { colour: 'blue' } }, 'filter.colour'],
    [{ filter: { status: 'COMPLETED' } }, 'filter.status'],
    [{ filter: { unassigned: true, project_id: 'proj_00000000000000000000000000' } }, 'filter.unassigned'],
    [{ filter, limit: 1_001 }, 'limit'],
  ])('refuses %j', async (body, path) => {
    const answer = await post('cancel', body);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.details.errors[0].path).toBe(path);
  });

  it('takes only jobs without a project when that is the filter', async () => {
    expect((await post('cancel', { filter: { unassigned: true }, dry_run: true })).statusCode).toBe(200);
    expect(jobs.calls.find(({ method }) => method === 'list')!.request).toMatchObject({ unassigned: true });
  });

  it('refuses a key that is limited to tools', async () => {
    const limited = issueKey({ scopes: ['jobs:write'], tools: ['mafft'] });
    expect((await post('cancel', { filter }, limited)).statusCode).toBe(403);
  });
});

describe('POST /jobs/retry-failed', () => {
  it('submits each failed job once, linked to the old one', async () => {
    const ids = some(3, JobStatus.FAILED);
    const submits = vi.spyOn(jobs, 'submit');
    const answer = (await post('retry-failed', { filter })).json();
    expect(answer).toMatchObject({ done: 3, skipped: 0 });
    await post('retry-failed', { filter: { status: 'FAILED' } });
    const sent = submits.mock.calls.map(([request]) => request);
    expect(sent.slice(0, 3).map(({ rerunOf }) => rerunOf)).toEqual(ids);
    expect(new Set(sent.map(({ submissionId }) => submissionId)).size).toBe(6);
    expect(answer.data.every((item: { new_job_id: string }) => jobs.known.has(item.new_job_id))).toBe(true);
  });

  it('stops at an error that would refuse all, and goes on there in the next request', async () => {
    const ids = some(20, JobStatus.FAILED);
    const submit = jobs.submit;
    vi.spyOn(jobs, 'submit').mockImplementation(async (request, scope) => {
      if (request.rerunOf === ids[2]) throw new Fault('insufficient_credits', 'No credits.');
      return submit(request, scope);
    });
    const answer = (await post('retry-failed', { filter })).json();
    expect(answer).toMatchObject({ done: 15, skipped: 0, has_more: true, stopped_by: 'insufficient_credits' });
    expect(Buffer.from(answer.next_cursor, 'base64url').toString()).toBe(ids[1]);
  });
});
