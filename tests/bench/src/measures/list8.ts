import { CLIENTS } from '../clients.ts';
import { insertJobs } from '../insertJobs.ts';
import { loadSide, WARM_UP } from '../loadSide.ts';
import type { Measure } from '../measure.ts';
import { rate } from '../rounds.ts';

const JOBS = 1_000;

/** The first page of the list, 20 jobs, which a dashboard reads repeatedly. */
export const list8: Measure = {
  name: 'list-8',
  title: 'GET /jobs, a page of 20, by 8 clients',
  unit: '/s',
  goal: { atLeast: 1_500 },
  async prepare(world) {
    const { id, keys } = await world.newWorkspace();
    await insertJobs(world, id, JOBS);
    const request = { method: 'GET' as const, path: '/api/v1/jobs', key: keys[0] };
    const drive = await world.load.open({ origin: world.baseUrl, connections: CLIENTS, requests: [request] });
    await drive({ requests: WARM_UP });
    return rate(loadSide(world, drive, 200));
  },
};
