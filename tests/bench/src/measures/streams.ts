import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startChild } from '../child.ts';
import { insertJobs } from '../insertJobs.ts';
import { residentMb } from '../machine/processTree.ts';
import type { Measure } from '../measure.ts';
import type { World } from '../world.ts';

const STREAMS = 5_000;

/** A gateway's limit of open streams per key. */
const STREAMS_PER_KEY = 200;

/** Long enough for one pass over all streams (5 s) and a ping (15 s). */
const HELD_MS = 20_000;

/** Memory of the gateway with 5,000 open event streams, less what it had before. */
export const streams: Measure = {
  name: 'streams',
  title: 'gateway memory per 1,000 of 5,000 open event streams',
  unit: 'MB',
  goal: { atMost: 20 },
  async prepare(world) {
    const { id, keys } = await world.newWorkspace(STREAMS / STREAMS_PER_KEY);
    const jobs = await insertJobs(world, id, STREAMS, 'PROCESSING');
    return async () => {
      // A new process each time: memory that was used once is not released.
      await restartGateway(world);
      const gateway = world.services().gateway![0]!.pid;
      await fetch(`${world.baseUrl}/api/v1/tools`, { headers: { authorization: `Bearer ${keys[0]}` } });
      const before = residentMb(gateway);
      const watchers = startChild(join(import.meta.dirname, '../streamHolder.ts'));
      const requests = jobs.map((jobId, i) => ({
        path: `/api/v1/jobs/${jobId}/events`,
        key: keys[i % keys.length],
      }));
      const held = await watchers.ask<number>({ origin: world.baseUrl, requests });
      await sleep(HELD_MS);
      const after = residentMb(gateway);
      await watchers.stop();
      if (held !== STREAMS) throw new Error(`only ${held} of ${STREAMS} streams were opened`);
      return { value: ((after - before) / STREAMS) * 1_000, details: { before, after } };
    };
  },
};

/** Stops the gateway; the stack restarts it on the same port. */
async function restartGateway(world: World): Promise<void> {
  const { pid } = world.services().gateway![0]!;
  process.kill(pid, 'SIGTERM');
  while (world.services().gateway![0]!.pid === pid) await sleep(50);
}
