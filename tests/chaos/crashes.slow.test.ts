// @module-tag kills

import { services } from '@rotamer/deploy/services.ts';
import { readEvents, waitForJob } from '@rotamer/test-support/events.ts';
import { kill, processesOf } from '@rotamer/test-support/processes.ts';
import { propertiesOf, waitingJob } from '@rotamer/test-support/requests.ts';
import { isTerminal, type Job, milli } from '@rotamer/test-support/resources.ts';
import { ubiquitin } from '@rotamer/test-support/testData.ts';
import { waitFor } from '@rotamer/test-support/waitFor.ts';
import { waitForSettled } from '@rotamer/test-support/waitForSettled.ts';
import type { Workspace } from '@rotamer/test-support/workspace.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from './world.ts';

let world: World;
let workspace: Workspace;

beforeAll(async () => {
  world = await openWorld({ workspaces: 1, limits: { 'requests-per-minute': 6_000 } });
  workspace = world.workspaces[0]!;
});

afterAll(() => world?.end());

const pidOf = (service: string) => world.stack.file().services[service]![0]!.pid;

/**
 * Kills a service. Resolves when its new process has started; `back` resolves when stack.json names the new process.
 */
async function crash(service: string): Promise<{ back: Promise<unknown> }> {
  const [dead, known] = [pidOf(service), world.pidsOf(service)];
  kill(dead, 'SIGKILL');
  const isNew = (one: { pid: number; command: string }) =>
    !known.includes(one.pid) && one.command.endsWith(`services/${service}/src/main.js`);
  await waitFor(`${service} to be started again`, () => processesOf(world.stack.home.folder).some(isNew), {
    everyMs: 20,
  });
  return { back: waitFor(`stack.json to name the new ${service}`, () => pidOf(service) !== dead, { everyMs: 50 }) };
}

describe('a service that is killed', () => {
  it.each(services.map(({ name }) => name))(
    '%s is started again, and clients that retry notice nothing else',
    async (service) => {
      const { client, available } = workspace;
      const before = await available();
      const { back } = await crash(service);
      // In any state of the service, the three requests make one job.
      const key = { 'idempotency-key': `while-${service}-is-away` };
      const submit = () => client.post<Job>('/jobs', propertiesOf(ubiquitin), key);
      const answers = await Promise.all([submit(), submit(), submit()]);
      const [id, ...others] = new Set(answers.map(({ body }) => body.id));
      expect(others).toEqual([]);
      await back;
      expect((await waitForJob(client, id!)).status).toBe('COMPLETED');
      await waitForSettled(client, [id!]);
      expect(await available()).toBe(before - 1_000);
    },
    90_000,
  );

  it('runner: its job runs once more, from the start, and is charged once', async () => {
    const { client, available } = workspace;
    const before = await available();
    const { id } = (await client.post<Job>('/jobs', waitingJob(4))).body;
    const seen: string[] = [];
    const stream = await client.open(`/jobs/${id}/events`);
    let killed = false;
    for await (const { data } of readEvents(client, stream)) {
      if (data.status && data.status !== seen.at(-1)) seen.push(data.status);
      if (!killed && data.status === 'PROCESSING' && data.started_at) {
        killed = true;
        await crash('runner');
      }
      if (data.status && isTerminal(data)) break;
    }
    expect(seen.slice(seen.indexOf('PROCESSING'))).toEqual(['PROCESSING', 'RETRY', 'PROCESSING', 'COMPLETED']);

    const [job] = (await waitForSettled(client, [id])) as [Job];
    const { billable_runtime_seconds, rate_credits_per_minute, final_credits } = job.billing!;
    const lastAttempt = Date.parse(job.completed_at!) - Date.parse(job.started_at!);
    expect(billable_runtime_seconds! * 1000).toBeLessThanOrEqual(lastAttempt);
    expect(milli(final_credits)).toBe(
      Math.floor((Math.round(billable_runtime_seconds! * 1000) * milli(rate_credits_per_minute)) / 60_000),
    );
    expect(await available()).toBe(before - milli(final_credits));
  }, 120_000);

  it('leaves a balanced ledger', async () => {
    expect(await workspace.admin.command('ledger check')).toMatchObject({ balanced: true, open_holds: 0 });
  });
});

describe('without a live runner', () => {
  it('a job is PENDING with the reason; it can be retried and cancelled, and starts later', async () => {
    const { client, available } = workspace;
    const before = await available();
    const runner = pidOf('runner');
    kill(runner, 'SIGSTOP');
    try {
      await waitFor('the runner to be missed', async () => {
        const { body } = await client.get<{ available: boolean }>('/tools/protein-properties');
        return !body.available;
      });
      const [waiting, unwanted] = await Promise.all(
        [1, 2].map(async () => (await client.post<Job>('/jobs', propertiesOf(ubiquitin))).body),
      );
      for (const job of [waiting, unwanted]) {
        expect(job).toMatchObject({ status: 'PENDING', error: expect.stringMatching(/runner/) });
      }
      const tried = await client.post<{ job: Job }>(`/jobs/${waiting!.id}/retry`);
      expect(tried.body).toMatchObject({ object: 'job_retry', job: { id: waiting!.id, status: 'PENDING' } });
      const cancelled = await client.post(`/jobs/${unwanted!.id}/cancel`);
      expect(cancelled.body).toMatchObject({ refunded: true, job: { status: 'CANCELLED' } });
      expect(await available()).toBe(before - 1_000);

      kill(runner, 'SIGCONT');
      expect(await waitForJob(client, waiting!.id)).toMatchObject({ status: 'COMPLETED', error: null });
    } finally {
      kill(runner, 'SIGCONT');
    }
  }, 90_000);
});
