import { insertJobs } from './insertJobs.ts';
import type { LoadRequest } from './load/plan.ts';
import type { World } from './world.ts';

/** A key may poll a job once in 5 s. With this many pairs of key and job, none is polled sooner. */
const JOBS = 4_000;
const KEYS = 16;

/** Opens a load of polls over many pairs of a key and a job. */
export async function openPolls(world: World, connections: number) {
  const { id, keys } = await world.newWorkspace(KEYS);
  const [sample, ...jobs] = await insertJobs(world, id, JOBS + 1);
  const poll = (jobId: string, key: string): LoadRequest => ({ method: 'GET', path: statusPath(jobId), key });
  const requests = keys.flatMap((key) => jobs.map((jobId) => poll(jobId, key)));
  const drive = await world.load.open({ origin: world.baseUrl, connections, requests });
  return { drive, samplePath: statusPath(sample!), key: keys[0]! };
}

function statusPath(jobId: string): string {
  return `/api/v1/jobs/${jobId}/status`;
}
