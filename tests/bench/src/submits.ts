import { jobRequest, offerOnly } from './fakeRunner.ts';
import type { LoadExtent, LoadRequest } from './load/plan.ts';
import { loadSide, WARM_UP } from './loadSide.ts';
import type { Drive } from './rounds.ts';
import type { Side } from './sides.ts';
import { withClient } from './withClient.ts';
import type { World } from './world.ts';

/** Concurrent clients: enough for batches to form, few enough for short waits. */
export const SUBMITTERS = 64;

/** Workspaces that submit concurrently. */
export const MANY = 100;

/** Long enough that requests still in flight at the end, which are not counted, do not matter. */
export const SUBMIT_SECONDS = 4;

export interface SubmitLoad {
  workspaces: number;
  connections?: number;
}

/**
 * Opens a load of submissions spread over a number of workspaces. There are no idempotency keys, so each submission is
 * a new job.
 */
export async function openSubmits(world: World, { workspaces, connections = SUBMITTERS }: SubmitLoad): Promise<Drive> {
  world.onMeasured(offerOnly(world.dataDir).stop);
  const requests: LoadRequest[] = [];
  for (let i = 0; i < workspaces; i++) {
    const { keys } = await world.newWorkspace();
    requests.push({ method: 'POST', path: '/api/v1/jobs', key: keys[0], body: jobRequest });
  }
  const open = (clients: number) => world.load.open({ origin: world.baseUrl, connections: clients, requests });
  // Warms up with many clients, because one client would take a minute.
  const warmUp = await open(SUBMITTERS);
  await warmUp({ requests: WARM_UP });
  await endWaitingJobs(world);
  return open(connections);
}

/** Returns one side of a comparison: submissions, each of which must be accepted. */
export function submitSide(world: World, drive: Drive, extent: LoadExtent = { seconds: SUBMIT_SECONDS }): Side {
  const side = loadSide(world, drive, 202, extent);
  return async () => {
    await endWaitingJobs(world);
    return side();
  };
}

/**
 * Cancels jobs that earlier sides left in the queue. Each submission counts the active jobs of its workspace, and
 * usually a limit keeps them few. Without a limit and a runner there would be thousands.
 */
export async function endWaitingJobs(world: World): Promise<void> {
  await withClient(world.databaseUrl('rotamer_jobs'), (client) =>
    client.query(
      `update jobs set status = 'CANCELLED', version = version + 1, completed_at = now(), finalized_at = now()
       where status in ('QUEUED', 'PENDING')`,
    ),
  );
}
