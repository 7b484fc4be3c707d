import { waitForJob } from '@rotamer/test-support/events.ts';
import { expectRefusal } from '@rotamer/test-support/expectRefusal.ts';
import { propertiesOf, waitingJob } from '@rotamer/test-support/requests.ts';
import type { Account, Job, Quote } from '@rotamer/test-support/resources.ts';
import { ubiquitin } from '@rotamer/test-support/testData.ts';
import { newWorkspace } from '@rotamer/test-support/workspace.ts';
import { describe, expect, it } from 'vitest';

describe.concurrent('limits of a workspace', () => {
  it('refuses jobs over the limit of active jobs until one ends', async () => {
    const { client } = await newWorkspace({ limits: { 'concurrent-jobs': 1 } });
    const request = waitingJob(2);
    const first = await client.post<Job>('/jobs', request);
    expect(first.status).toBe(202);

    const { tool, input } = request;
    const quote = (await client.post<Quote>('/jobs/quote', { tool, input })).body;
    expect(quote.blocking_errors).toMatchObject([{ code: 'concurrent_job_limit_exceeded' }]);
    expect(quote.limits).toMatchObject({ active_concurrent_jobs: 1, max_concurrent_jobs: 1 });
    const account = (await client.get<Account>('/account')).body;
    expect(account.limits).toMatchObject({ active_jobs: 1, concurrent_jobs: { max: 1, remaining: 0 } });

    const refused = await client.post('/jobs', propertiesOf(ubiquitin));
    expect(expectRefusal(refused, 402, 'concurrent_job_limit_exceeded')).toEqual({ max_concurrent_jobs: 1 });

    await waitForJob(client, first.body.id);
    expect((await client.post('/jobs', propertiesOf(ubiquitin))).status).toBe(202);
  });

  it('accepts three of twenty concurrent jobs under a limit of three', async () => {
    const { client } = await newWorkspace({ limits: { 'concurrent-jobs': 3 } });
    const answers = await Promise.all(Array.from({ length: 20 }, () => client.post<Job>('/jobs', waitingJob(2))));
    const accepted = answers.filter(({ status }) => status === 202);
    expect(accepted).toHaveLength(3);
    for (const refused of answers.filter(({ status }) => status !== 202)) {
      expectRefusal(refused, 402, 'concurrent_job_limit_exceeded');
    }
    await Promise.all(accepted.map(({ body }) => client.post(`/jobs/${body.id}/cancel`)));
  });

  it('refuses jobs over the limit per day, without counting replays', async () => {
    const { client } = await newWorkspace({ limits: { 'jobs-per-day': 2 } });
    const request = propertiesOf(ubiquitin);
    const headers = { 'idempotency-key': 'today' };
    expect((await client.post('/jobs', request, headers)).status).toBe(202);
    expect((await client.post('/jobs', request, headers)).status).toBe(200);
    expect((await client.post('/jobs', request)).status).toBe(202);

    const refused = await client.post('/jobs', request);
    expect(expectRefusal(refused, 402, 'daily_limit_exceeded')).toEqual({ daily_limit_max: 2 });
    const { tool, input } = request;
    const quote = (await client.post<Quote>('/jobs/quote', { tool, input })).body;
    expect(quote.limits).toMatchObject({ daily_limit_used: 2, daily_limit_max: 2 });
    expect(quote.blocking_errors).toMatchObject([{ code: 'daily_limit_exceeded' }]);
  });
});
