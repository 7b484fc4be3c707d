import { insertJobs } from '../insertJobs.ts';
import { loadSide } from '../loadSide.ts';
import type { Measure } from '../measure.ts';
import { openBareFastify } from '../peers/openBareFastify.ts';
import { compare } from '../sides.ts';

/** A key may poll a job once in 5 s: enough pairs of both that none is repeated sooner. */
const JOBS = 4_000;
const KEYS = 8;

/** A job's status: one call to jobs, one indexed read, one counted poll. */
export const status: Measure = {
  name: 'status',
  title: 'GET /jobs/{id}/status per second ÷ bare fastify',
  unit: 'ratio',
  goal: { atLeast: 0.12 },
  async prepare(world) {
    const { id, keys } = await world.newWorkspace(KEYS);
    const [sample, ...jobs] = await insertJobs(world, id, JOBS + 1);
    const pathOf = (jobId: string) => `/api/v1/jobs/${jobId}/status`;
    const requests = keys.flatMap((key) => jobs.map((jobId) => ({ method: 'GET' as const, path: pathOf(jobId), key })));
    const polls = await world.load.open({ origin: world.baseUrl, connections: 64, requests });
    const bare = await openBareFastify(world, pathOf(sample!), keys[0]!);
    return compare(['status', 'bare'], loadSide(world, polls, 200), loadSide(world, bare, 200));
  },
};
