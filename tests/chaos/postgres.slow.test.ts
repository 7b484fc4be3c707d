// @module-tag kills

import { setTimeout as sleep } from 'node:timers/promises';
import { long } from '@rotamer/kit/testing/long.ts';
import { readEvents } from '@rotamer/test-support/events.ts';
import { waitingJob } from '@rotamer/test-support/requests.ts';
import type { Job } from '@rotamer/test-support/resources.ts';
import { waitFor } from '@rotamer/test-support/waitFor.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startLoad } from './load.ts';
import { openWorld } from './world.ts';

const CRASHES = long ? 20 : 1;
/** Submissions accepted between two crashes, about 4 s of load. */
const SERVED = long ? 14 : 6;
const OUTAGE_MS = long ? 30_000 : 10_000;

/** Cap of the job that runs through the outage: a credit is enough for 20 s, at 3 credits a minute. */
const CREDITS = long ? 2 : 1;

describe('PostgreSQL under load', () => {
  it(`keeps all invariants and a running job through crashes (${CRASHES}) and one outage`, {
    timeout: 900_000,
  }, async () => {
    const world = await openWorld({ workspaces: 3 });
    onTestFinished(world.end);
    const load = startLoad(world.workspaces.slice(0, 2));
    const accepted = () => load.soFar().submissions.filter(({ accepted: ids }) => ids.length > 0).length;
    for (let n = 0; n < CRASHES; n++) {
      // Waits until clients are served again after the last crash.
      const before = accepted();
      await waitFor('more load', () => accepted() >= before + SERVED);
      await world.crashPostgres();
      await world.startPostgres();
    }

    // This job runs during the whole outage.
    const { client } = world.workspaces[2]!;
    const { body: job } = await client.post<Job>(
      '/jobs',
      waitingJob(200, { billing: { max_reserved_credits: CREDITS } }),
    );
    for await (const { data } of readEvents(client, await client.open(`/jobs/${job.id}/events`))) {
      if (data.started_at) break;
    }
    await world.crashPostgres();
    await sleep(OUTAGE_MS);
    await world.startPostgres();

    const history = await load.stop();
    const { violations, facts } = await world.settle(history, 180_000);
    expect(violations).toEqual([]);
    expect(facts.jobs.find(({ id }) => id === job.id)).toMatchObject({
      status: 'BUDGET_EXCEEDED',
      attempt: 1,
      failures: 0,
      charge: CREDITS * 1_000,
    });
  });
});
