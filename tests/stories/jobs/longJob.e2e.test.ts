import { followJob, readEvents } from '@rotamer/test-support/events.ts';
import { expectRefusal } from '@rotamer/test-support/expectRefusal.ts';
import { waitingJob } from '@rotamer/test-support/requests.ts';
import { type Job, type JobResult, milli, type Quote } from '@rotamer/test-support/resources.ts';
import { sessionOf, signInTo } from '@rotamer/test-support/signIn.ts';
import { waitFor } from '@rotamer/test-support/waitFor.ts';
import { waitForSettled } from '@rotamer/test-support/waitForSettled.ts';
import { newWorkspace, type Workspace } from '@rotamer/test-support/workspace.ts';
import { beforeAll, describe, expect, inject, it } from 'vitest';

// One credit pays for 20 s of this tool.
const request = waitingJob(200, { billing: { max_reserved_credits: 1 } });

let workspace: Workspace;
let jobId: string;

beforeAll(async () => {
  workspace = await newWorkspace({ credits: 10 });
  jobId = (await workspace.client.post<Job>('/jobs', request)).body.id;
});

describe.concurrent('a long job', () => {
  it('stops at its cap, charges no more than it, and returns the results so far', async () => {
    const { client, available } = workspace;
    const { tool, input, settings, billing } = request;
    const quote = (await client.post<Quote>('/jobs/quote', { tool, input, settings, billing })).body;
    expect(quote.billing).toMatchObject({ reserved_credits: 1, max_billable_runtime_seconds: 20 });

    const { job } = await followJob(client, jobId);
    expect(job).toMatchObject({ status: 'BUDGET_EXCEEDED', error: expect.stringContaining('budget') });
    const [settled] = (await waitForSettled(client, [jobId])) as [Job];
    const charged = milli(settled.billing!.final_credits);
    expect(charged).toBeGreaterThan(500);
    expect(charged).toBeLessThanOrEqual(1_000);
    expect(settled.billing!.billable_runtime_seconds).toBeLessThanOrEqual(20);
    expect(await available()).toBe(10_000 - charged);

    const { body } = await client.get<JobResult>(`/results/${jobId}`);
    expect(body.status).toBe('BUDGET_EXCEEDED');
    expect(body.results.length).toBeGreaterThan(0);
  });

  it('sends a ping within 16 s', async () => {
    const { client } = workspace;
    const response = await client.open(`/jobs/${jobId}/events`);
    const opened = performance.now();
    for await (const { event, data } of readEvents(client, response)) {
      if (event !== 'ping') continue;
      expect(new Date(data.timestamp!).toISOString()).toBe(data.timestamp);
      expect(performance.now() - opened).toBeLessThan(17_000);
      return;
    }
    throw new Error('the stream ended without a ping');
  });

  it('ends the streams of a revoked key within 5 s and opens no new ones for it', async () => {
    const { admin, newKey, clientWith } = workspace;
    const key = await newKey();
    const client = clientWith(key.key);
    const stream = await client.open(`/jobs/${jobId}/events`);
    const reading = (async () => {
      const events: string[] = [];
      for await (const { event, data } of readEvents(client, stream)) events.push(`${event} ${data.message ?? ''}`);
      return { last: events.at(-1), closedAt: performance.now() };
    })();

    const revoked = await admin.command('key revoke', { key: key.id });
    const revokedAt = performance.now();
    expect(revoked).toMatchObject({ id: key.id, revoked_at: expect.any(String) });
    await waitFor('the key to die', async () => (await client.get('/account')).status === 401);
    expect(performance.now() - revokedAt).toBeLessThan(6_000);
    const { last, closedAt } = await reading;
    expect(last).toMatch(/^error .*key/);
    expect(closedAt - revokedAt).toBeLessThan(6_000);
  });

  it('ends streams and sessions of a removed member, and goes on running', async () => {
    const { id, admin, client: owner, newKey, clientWith } = workspace;
    const key = await newKey({ role: 'member' });
    const { keys } = await admin.command('key list', { workspace: id });
    const { user } = keys.find((one: { id: string }) => one.id === key.id);
    expect(JSON.stringify(keys)).not.toContain(key.key.slice(18));
    const client = clientWith(key.key);
    const stream = await client.open(`/jobs/${jobId}/events`);
    const reading = (async () => {
      let last: string | undefined;
      for await (const { event } of readEvents(client, stream)) last = event;
      return last;
    })();
    await owner.patch(`/jobs/${jobId}/share`, { visibility: 'AUTHENTICATED' });
    const page = `${inject('stack').baseUrl}/share/${jobId}`;
    const cookie = sessionOf(await signInTo(page, key.key));
    expect((await fetch(page, { headers: { cookie } })).status).toBe(200);

    const removed = await admin.command('member remove', { workspace: id, user });
    expect(removed).toMatchObject({ id: user, revoked_keys: 1 });
    expect(await reading).toBe('error');
    expectRefusal(await client.get('/account'), 401, 'unauthorized');
    expect((await fetch(page, { headers: { cookie } })).status).toBe(401);
    expect((await owner.get<Job>(`/jobs/${jobId}/status`)).body.id).toBe(jobId);
    const { members } = await admin.command('member list', { workspace: id });
    expect(members).not.toContainEqual(expect.objectContaining({ id: user }));
  });
});
