import { setTimeout as sleep } from 'node:timers/promises';
import { long } from '@rotamer/kit/testing/long.ts';
import { kill } from '@rotamer/test-support/processes.ts';
import { conformersOf } from '@rotamer/test-support/requests.ts';
import type { Job } from '@rotamer/test-support/resources.ts';
import { molecule } from '@rotamer/test-support/testData.ts';
import { waitFor } from '@rotamer/test-support/waitFor.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startWorld } from './world.ts';

/** Three missed heartbeats lose the lease. */
const STOPPED_MS = long ? 30_000 : 20_000;

describe('a runner that was paused and resumes', () => {
  it('writes nothing with its old token: the job is retried once and billed once', { timeout: 300_000 }, async () => {
    const world = await startWorld({ workspaces: 1 });
    onTestFinished(world.end);
    const [workspace] = world.workspaces;
    const { client } = workspace!;
    const request = conformersOf(molecule('imatinib'), 8, { name: 'zombie' });
    const { body: job } = await client.post<Job>('/jobs', request, { 'idempotency-key': 'zombie' });
    const status = async () => (await client.get<Job>(`/jobs/${job.id}/status`)).body;
    await waitFor('it to run', async () => (await status()).started_at ?? undefined, { everyMs: 5_000 });

    const [runner] = world.pidsOf('runner');
    kill(runner!, 'SIGSTOP');
    await sleep(STOPPED_MS);
    await waitFor('the lease to be lost', async () => (await status()).status === 'RETRY', { everyMs: 5_000 });
    kill(runner!, 'SIGCONT');

    const submission = {
      key: 'zombie',
      workspaceId: workspace!.id,
      maxCharge: 90_000,
      accepted: [job.id],
      refused: [],
    };
    const { violations, facts } = await world.settle({ submissions: [submission], cancellations: [] });
    expect(violations).toEqual([]);
    expect(facts.jobs).toMatchObject([{ status: 'COMPLETED', attempt: 2, failures: 1, outcome: 'charged' }]);
    expect(facts.events.filter(({ status }) => status === 'COMPLETED').length).toBeGreaterThan(0);
    expect(facts.holds.filter(({ charged }) => charged > 0)).toHaveLength(1);
  });
});
