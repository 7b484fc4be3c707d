import { followJob, readEvents } from '@rotamer/test-support/events.ts';
import { expectRefusal } from '@rotamer/test-support/expectRefusal.ts';
import { waitingJob } from '@rotamer/test-support/requests.ts';
import { type Job, milli } from '@rotamer/test-support/resources.ts';
import { runnerSlots } from '@rotamer/test-support/stack.ts';
import { newWorkspace } from '@rotamer/test-support/workspace.ts';
import { describe, expect, it } from 'vitest';

interface Cancellation {
  refunded: boolean;
  job: Job;
}

describe.concurrent('cancel', () => {
  it('ends a queued job once, refunds it fully, and notifies its watchers', async () => {
    const { client, available } = await newWorkspace({ credits: 100 });
    const ahead: string[] = [];
    for (let i = 0; i < 2 * runnerSlots; i++) ahead.push((await client.post<Job>('/jobs', waitingJob(2))).body.id);
    const { id } = (await client.post<Job>('/jobs', waitingJob(2))).body;
    const watching = followJob(client, id);
    const before = await available();

    const answers = await Promise.all([1, 2, 3].map(() => client.post<Cancellation>(`/jobs/${id}/cancel`)));
    const [cancelled, ...late] = answers.sort((a, b) => a.status - b.status);
    expect(cancelled!.status).toBe(200);
    const { refunded, job } = cancelled!.body;
    expect({ refunded, job }).toMatchObject({ refunded: true, job: { id, status: 'CANCELLED', started_at: null } });
    expect(job.billing).toMatchObject({ final_credits: 0, outcome: 'released' });
    for (const refused of late) {
      expect(expectRefusal(refused, 409, 'conflict')).toEqual({ current_status: 'CANCELLED' });
    }
    await Promise.all(ahead.slice(runnerSlots).map((one) => client.post(`/jobs/${one}/cancel`)));
    expect(await available()).toBeGreaterThanOrEqual(before + milli(job.billing!.reserved_credits));
    expect((await watching).job).toMatchObject({ id, status: 'CANCELLED' });
    const results = await client.get(`/results/${id}`);
    expect(expectRefusal(results, 404, 'not_found')).toEqual({ current_status: 'CANCELLED' });
  });

  it('refuses a running job, which stop ends with its results so far and its run time charged', async () => {
    const { client } = await newWorkspace({ credits: 100 });
    const { id } = (await client.post<Job>('/jobs', waitingJob(200, { billing: { max_reserved_credits: 30 } }))).body;
    const stream = await client.open(`/jobs/${id}/events`);
    for await (const { data } of readEvents(client, stream)) if ((data.progress ?? 0) >= 2) break;
    expectRefusal(await client.post(`/jobs/${id}/cancel`), 409, 'conflict');
    const job = { id, status: 'PROCESSING' };
    for (const _ of ['once', 'twice'])
      expect(await client.post(`/jobs/${id}/stop`)).toMatchObject({ status: 202, body: { object: 'job_stop', job } });
    expect((await client.get(`/jobs/${id}`)).body).toMatchObject({ stop_requested_at: expect.any(String) });
    const { job: ended } = await followJob(client, id);
    expect(ended).toMatchObject({ status: 'BUDGET_EXCEEDED', error: expect.stringContaining('stopped by a user') });
    expect((await client.get(`/results/${id}`)).body).toMatchObject({ status: 'BUDGET_EXCEEDED' });
    const { billing } = ended;
    expect(billing!.final_credits).toBeLessThanOrEqual(billing!.reserved_credits!);
    expect(expectRefusal(await client.post(`/jobs/${id}/stop`), 409, 'conflict')).toEqual({
      current_status: 'BUDGET_EXCEEDED',
    });
    const after = (await client.post<Job>('/jobs', waitingJob(2))).body;
    expect((await followJob(client, after.id)).job.status).toBe('COMPLETED');
  });

  it('refuses a running or ended job, leaves it unchanged, and returns its status', async () => {
    const { client } = await newWorkspace();
    const { id } = (await client.post<Job>('/jobs', waitingJob(2))).body;
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
});
