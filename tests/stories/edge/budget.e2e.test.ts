import { expectRefusal } from '@rotamer/test-support/expectRefusal.ts';
import { propertiesOf, waitingJob } from '@rotamer/test-support/requests.ts';
import type { Job, Quote } from '@rotamer/test-support/resources.ts';
import { lysozyme } from '@rotamer/test-support/testData.ts';
import { newWorkspace } from '@rotamer/test-support/workspace.ts';
import { describe, expect, it } from 'vitest';

describe.concurrent('the price of a job', () => {
  it('must be covered by credits: otherwise the job is refused and nothing is charged', async () => {
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

  it('must not exceed the accepted maximum: otherwise the job is refused and none is made', async () => {
    const { client, available } = await newWorkspace({ credits: 10 });
    const refused = await client.post('/jobs', propertiesOf(lysozyme, { max_quoted_credits: 0 }));
    expect(expectRefusal(refused, 409, 'price_changed')).toEqual({ quoted: 1, max: 0 });

    const metered = await client.post('/jobs', waitingJob(200, { max_quoted_credits: 2 }));
    expect(expectRefusal(metered, 409, 'price_changed')).toMatchObject({ max: 2 });
    expect((await client.get<{ data: Job[] }>('/jobs')).body.data).toEqual([]);
    expect(await available()).toBe(10_000);
  });
});
