import { describe, expect, it } from 'vitest';
import { followJob, readEvents } from '../src/events.ts';
import { expectRefusal } from '../src/expectRefusal.ts';
import { propertiesOf, shortMeteredJob } from '../src/requests.ts';
import { type Job, milli } from '../src/resources.ts';
import { runnerSlots } from '../src/stack.ts';
import { ubiquitin } from '../src/testData.ts';
import { newWorkspace } from '../src/workspace.ts';

interface Cancellation {
  refunded: boolean;
  job: Job;
}

describe.concurrent('cancel', () => {
  it('ends a job that waits, gives everything back, and tells whoever watches', async () => {
    const { client, available } = await newWorkspace({ credits: 100 });
    for (let i = 0; i < 2 * runnerSlots; i++) await client.post('/jobs', shortMeteredJob());
    const waiting = (await client.post<Job>('/jobs', shortMeteredJob())).body;
    const before = await available();
    const watching = followJob(client, waiting.id);

    const { status, body } = await client.post<Cancellation>(`/jobs/${waiting.id}/cancel`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ refunded: true, job: { id: waiting.id, status: 'CANCELLED', started_at: null } });
    expect(body.job.billing).toMatchObject({ final_credits: 0, outcome: 'released' });
    expect(await available()).toBe(before + milli(body.job.billing!.reserved_credits));
    expect((await watching).job).toMatchObject({ id: waiting.id, status: 'CANCELLED' });

    const again = await client.post(`/jobs/${waiting.id}/cancel`);
    expect(expectRefusal(again, 409, 'conflict')).toEqual({ current_status: 'CANCELLED' });
    const results = await client.get(`/results/${waiting.id}`);
    expect(expectRefusal(results, 404, 'not_found')).toEqual({ current_status: 'CANCELLED' });
  });

  it('leaves a running job and an ended one as they are, and says which', async () => {
    const { client } = await newWorkspace();
    const { id } = (await client.post<Job>('/jobs', shortMeteredJob())).body;
    const stream = await client.open(`/jobs/${id}/events`);
    for await (const { data } of readEvents(client, stream)) if (data.status === 'PROCESSING') break;
    for (const verb of ['cancel', 'retry']) {
      const refused = await client.post(`/jobs/${id}/${verb}`);
      expect(expectRefusal(refused, 409, 'conflict')).toEqual({ current_status: 'PROCESSING' });
    }
    expect((await followJob(client, id)).job.status).toBe('COMPLETED');
    for (const verb of ['cancel', 'retry']) {
      const refused = await client.post(`/jobs/${id}/${verb}`);
      expect(expectRefusal(refused, 409, 'conflict')).toEqual({ current_status: 'COMPLETED' });
    }
  });

  it('of one of two at the same time succeeds once', async () => {
    const { client, available } = await newWorkspace({ credits: 100 });
    for (let i = 0; i < 2 * runnerSlots; i++) await client.post('/jobs', shortMeteredJob());
    const before = await available();
    const { id } = (await client.post<Job>('/jobs', propertiesOf(ubiquitin))).body;
    const answers = await Promise.all([1, 2, 3, 4].map(() => client.post<Cancellation>(`/jobs/${id}/cancel`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(await available()).toBe(before);
  });
});
