import { insertJobs } from '../insertJobs.ts';
import type { Measure } from '../measure.ts';
import { type Drive, typicalTime } from '../rounds.ts';
import { mean } from '../statistics.ts';
import type { World } from '../world.ts';

const SMALL = 1_000;
const LARGE = 1_000_000;

/** Pages read in sequence on one connection, for one side of a comparison. */
const PAGES = 200;

const places = { first: 0, middle: 0.5, last: 1 };

type Place = keyof typeof places;

/**
 * The slowest of three list pages. The time of a page must depend neither on the number of jobs nor on its position.
 */
export const listPage: Measure = {
  name: 'list-page',
  title: 'GET /jobs p50: 1,000,000 jobs ÷ 1,000 jobs, worst of first, middle and last page',
  unit: 'ratio',
  goal: { atMost: 1.3 },
  async prepare(world) {
    const small = await openPages(world, SMALL);
    const large = await openPages(world, LARGE);
    return async () => {
      const details: Record<string, number> = {};
      for (const place of Object.keys(places) as Place[]) details[place] = await ratio(large[place], small[place]);
      return { value: Math.max(...Object.values(details)), details };
    };
  },
};

async function ratio(a: Drive, b: Drive): Promise<number> {
  const p50 = async (drive: Drive) => {
    return (await typicalTime(drive, 200, PAGES)()).value;
  };
  const [a1, b1, b2, a2] = [await p50(a), await p50(b), await p50(b), await p50(a)];
  return mean([a1, a2]) / mean([b1, b2]);
}

async function openPages(world: World, jobs: number): Promise<Record<Place, Drive>> {
  const { id, keys } = await world.newWorkspace();
  const ids = (await insertJobs(world, id, jobs)).toReversed(); // newest first, as in the list
  const open = (share: number) => {
    const before = ids[Math.min(Math.floor(share * jobs), jobs - 21)]!;
    // The cursor of the public API is the id after which the page starts, in base64url
    // (packages/http/src/params/page.ts).
    const query = share === 0 ? '' : `?starting_after=${Buffer.from(before).toString('base64url')}`;
    const request = { method: 'GET' as const, path: `/api/v1/jobs${query}`, key: keys[0] };
    return world.load.open({ origin: world.baseUrl, connections: 1, requests: [request] });
  };
  return { first: await open(places.first), middle: await open(places.middle), last: await open(places.last) };
}
