import { insertJobs } from '../insertJobs.ts';
import type { Measure } from '../measure.ts';

/** A key may poll a job once in 5 s. */
const JOBS = 2_000;

/** One status poll after the other on an idle stack. */
export const oneStatus: Measure = {
  name: 'one-status',
  title: 'GET /jobs/{id}/status by one client, p50',
  unit: 'ms',
  goal: { atMost: 2 },
  async prepare(world) {
    const { id, keys } = await world.newWorkspace();
    const jobs = await insertJobs(world, id, JOBS);
    const requests = jobs.map((job) => ({ method: 'GET' as const, path: `/api/v1/jobs/${job}/status`, key: keys[0] }));
    const drive = await world.load.open({ origin: world.baseUrl, connections: 1, requests });
    return async () => {
      const { p50Ms, p99Ms, statuses } = await drive({ requests: 300 });
      return { value: p50Ms, details: { p99_ms: p99Ms, statuses } };
    };
  },
};
