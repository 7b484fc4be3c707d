import { insertJobs } from '../insertJobs.ts';
import type { Measure } from '../measure.ts';
import { typicalTime } from '../rounds.ts';
import type { World } from '../world.ts';

const PROJECTS = 100;
const LARGE = 1_000_000;

/** Jobs of each of the other projects. */
const SMALL = 1_000;

/** Lists read in sequence on one connection. */
const LISTS = 200;

/** The time of a list of projects must not depend on how much each project holds. */
export const projectList: Measure = {
  name: 'project-list',
  title: 'GET /projects?limit=100 p50: 100 projects, one of them with 1,000,000 jobs',
  unit: 'ms',
  goal: { atMost: 50 },
  async prepare(world) {
    const { id: workspace, keys } = await world.newWorkspace();
    const key = keys[0]!;
    const [large, ...others] = await createProjects(world, key);
    await insertJobs(world, workspace, SMALL * others.length, 'COMPLETED', others);
    await insertJobs(world, workspace, LARGE, 'COMPLETED', [large!]);
    await expectCounts(world, key, large!);
    const request = { method: 'GET' as const, path: '/api/v1/projects?limit=100', key };
    const drive = await world.load.open({ origin: world.baseUrl, connections: 1, requests: [request] });
    return typicalTime(drive, 200, LISTS);
  },
};

async function createProjects({ baseUrl }: World, key: string): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < PROJECTS; n++) {
    const answer = await fetch(`${baseUrl}/api/v1/projects`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: `Project ${n}` }),
    });
    if (answer.status !== 201) throw new Error(`POST /projects returned ${answer.status}`);
    ids.push(((await answer.json()) as { id: string }).id);
  }
  return ids;
}

/** Expects that the list counts the contents. Otherwise its time would prove nothing. */
async function expectCounts({ baseUrl }: World, key: string, large: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`${baseUrl}/api/v1/projects?limit=100`, { headers });
  const { data } = (await answer.json()) as { data: { id: string; counts: { jobs: number } }[] };
  for (const { id, counts } of data) {
    const expected = id === large ? LARGE : SMALL;
    if (counts.jobs !== expected) throw new Error(`project ${id} has ${counts.jobs} jobs, expected ${expected}`);
  }
  if (data.length !== PROJECTS) throw new Error(`expected ${PROJECTS} projects, got ${data.length}`);
}
