import { describe, expect, it } from 'vitest';
import { followJob } from '../src/events.ts';
import { expectRefusal } from '../src/expectRefusal.ts';
import { longJob, propertiesOf } from '../src/requests.ts';
import { type Job, type JobResult, milli, type Quote } from '../src/resources.ts';
import { lysozyme } from '../src/testData.ts';
import { waitForSettled } from '../src/waitForSettled.ts';
import { newWorkspace } from '../src/workspace.ts';

describe.concurrent('what a job may spend', () => {
  it('is never more than its cap: the job is stopped there, and what it had until then is its result', async () => {
    const { client, available } = await newWorkspace({ credits: 10 });
    const request = longJob({ billing: { max_reserved_credits: 1 } });
    const { tool, input, settings, billing } = request;
    const quote = (await client.post<Quote>('/jobs/quote', { tool, input, settings, billing })).body;
    expect(quote.billing).toMatchObject({ reserved_credits: 1, max_billable_runtime_seconds: 20 });

    const submitted = await client.post<Job>('/jobs', request);
    const { job } = await followJob(client, submitted.body.id);
    expect(job).toMatchObject({ status: 'BUDGET_EXCEEDED', error: expect.stringContaining('budget') });

    const [settled] = (await waitForSettled(client, [job.id])) as [Job];
    const charged = milli(settled.billing!.final_credits);
    expect(charged).toBeGreaterThan(500);
    expect(charged).toBeLessThanOrEqual(1_000);
    expect(settled.billing!.billable_runtime_seconds).toBeLessThanOrEqual(20);
    expect(await available()).toBe(10_000 - charged);

    const { body } = await client.get<JobResult>(`/results/${job.id}`);
    expect(body.status).toBe('BUDGET_EXCEEDED');
    expect(body.results.length).toBeGreaterThan(0);
  }, 120_000);

  it('is never more than there is: a job that costs more is refused, and nothing is taken', async () => {
    const { client, available, admin, id } = await newWorkspace({ credits: 0.5 });
    const request = propertiesOf(lysozyme);
    const { tool, input } = request;
    const quote = (await client.post<Quote>('/jobs/quote', { tool, input })).body;
    expect(quote.blocking_errors).toMatchObject([{ code: 'insufficient_credits' }]);

    const refused = await client.post('/jobs', request);
    const details = expectRefusal(refused, 402, 'insufficient_credits');
    expect(details).toMatchObject({ required_credits: 1, available_credits: 0.5 });
    expect(await available()).toBe(500);

    expect(await admin.command('credits grant', { workspace: id, credits: 0.5 })).toEqual({ available: 1 });
    expect((await client.post<Job>('/jobs', request)).status).toBe(202);
    expect(await available()).toBe(0);
  });

  it('is never more than was accepted: a higher price is refused before there is a job', async () => {
    const { client, available } = await newWorkspace({ credits: 10 });
    const refused = await client.post('/jobs', propertiesOf(lysozyme, { max_quoted_credits: 0 }));
    expect(expectRefusal(refused, 409, 'price_changed')).toEqual({ quoted: 1, max: 0 });

    const metered = await client.post('/jobs', longJob({ max_quoted_credits: 2 }));
    expect(expectRefusal(metered, 409, 'price_changed')).toMatchObject({ max: 2 });
    expect((await client.get<{ data: Job[] }>('/jobs')).body.data).toEqual([]);
    expect(await available()).toBe(10_000);
  });
});
