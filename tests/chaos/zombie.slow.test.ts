// @module-tag chaos

import { readEvents } from '@rotamer/test-support/events.ts';
import { kill } from '@rotamer/test-support/processes.ts';
import { shortMeteredJob } from '@rotamer/test-support/requests.ts';
import type { Job } from '@rotamer/test-support/resources.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startWorld } from './world.ts';

describe('a runner that was paused and resumes', () => {
  it('writes nothing with its old token; the job is retried once and billed once', { timeout: 300_000 }, async () => {
    const world = await startWorld({ workspaces: 1 });
    onTestFinished(world.end);
    const [workspace] = world.workspaces;
    const { client } = workspace!;
    // Its tool ends while the runner is paused, so the runner has a result to report when it resumes.
    const { body: job } = await client.post<Job>('/jobs', shortMeteredJob(), { 'idempotency-key': 'zombie' });
    const [runner] = world.pidsOf('runner');
    const stream = await client.open(`/jobs/${job.id}/events`);
    for await (const { data } of readEvents(client, stream)) {
      if (data.status === 'PROCESSING' && data.started_at) kill(runner!, 'SIGSTOP');
      // Three missed heartbeats lose the lease.
      if (data.status === 'RETRY') break;
    }
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
