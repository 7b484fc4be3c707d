import { setTimeout as sleep } from 'node:timers/promises';
import { describedProteins } from '@rotamer/test-support/workflows.ts';
import { offerOnly } from '../fakeRunner.ts';
import { startRun } from '../fanOuts.ts';
import type { Measure } from '../measure.ts';
import { typicalTime } from '../rounds.ts';
import { endWaitingJobs } from '../submits.ts';
import { withClient } from '../withClient.ts';
import type { World } from '../world.ts';

/** The largest number of jobs of a run. */
const JOBS = 10_000;

/** Polls in sequence on one connection. */
const POLLS = 200;

/** Jobs are submitted in the order of the items, fifty at a time. */
const POLL_MS = 500;

export const runStatus: Measure = {
  name: 'run-status',
  title: 'GET /workflow-runs/{id} p50: a run of 10,000 active jobs',
  unit: 'ms',
  goal: { atMost: 50 },
  async prepare(world) {
    world.onMeasured(offerOnly(world.dataDir).stop);
    world.onMeasured(() => endWaitingJobs(world));
    const { id, keys } = await world.newWorkspace();
    const runId = await startRun(world, keys[0]!, await world.publish(id, describedProteins), [JOBS, 'MKVLAT']);
    await allActive(world);
    const request = { method: 'GET' as const, path: `/api/v1/workflow-runs/${runId}`, key: keys[0] };
    const drive = await world.load.open({ origin: world.baseUrl, connections: 1, requests: [request] });
    return typicalTime(drive, 200, POLLS);
  },
};

async function allActive(world: World): Promise<void> {
  await withClient(world.databaseUrl('rotamer_workflows'), async (db) => {
    for (;;) {
      const { rows } = await db.query('select sum(active) as active from nodes');
      if (Number(rows[0].active) >= JOBS) return;
      await sleep(POLL_MS);
    }
  });
}
