import { jobRequest, offerOnly } from './fakeRunner.ts';
import type { World } from './world.ts';

/** Clients that submit at the same time; enough for a batch to form, few enough to wait a short time only. */
export const SUBMITTERS = 64;

/** Workspaces that are busy at the same time: hardly two submissions of one share a transaction. */
export const MANY = 100;

export interface SubmitLoad {
  workspaces: number;
  connections?: number;
}

/** A load of submissions, spread over so many workspaces; each without an idempotency key, so each is a new job. */
export async function openSubmits(world: World, { workspaces, connections = SUBMITTERS }: SubmitLoad) {
  world.onMeasured(offerOnly(world.dataDir).stop);
  const requests = [];
  for (let i = 0; i < workspaces; i++) {
    const { keys } = await world.newWorkspace();
    requests.push({ method: 'POST' as const, path: '/api/v1/jobs', key: keys[0], body: jobRequest });
  }
  return world.load.open({ origin: world.baseUrl, connections, requests });
}
