import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startChild } from '../child.ts';
import { insertJobs } from '../insertJobs.ts';
import { residentMb } from '../machine/processTree.ts';
import type { Measure } from '../measure.ts';
import type { World } from '../world.ts';

/**
 * Streams that are opened together and then stay open. The garbage of opening this many is small compared with the
 * memory that they hold.
 */
const PORTION = 1_000;

/**
 * Portions after the first. Any first work adds some 40 MB to a new process, so memory is compared from the first
 * portion on.
 */
const MORE = 5;

/** A gateway's limit of open streams per key. */
const STREAMS_PER_KEY = 200;

/**
 * Pause after each portion, long enough for one pass over all streams (5 s). Most streams get several passes and pings.
 */
const HELD_MS = 8_000;

/** Memory that 5,000 more event streams add to a gateway that has a thousand. */
export const streams: Measure = {
  name: 'streams',
  title: 'gateway memory per 1,000 of 5,000 event streams opened after the first 1,000',
  unit: 'MB',
  goal: { atMost: 20 },
  async prepare(world) {
    const all = (1 + MORE) * PORTION;
    const { id, keys } = await world.newWorkspace(all / STREAMS_PER_KEY);
    const jobs = await insertJobs(world, id, all, 'PROCESSING');
    const requests = jobs.map((jobId, i) => ({ path: `/api/v1/jobs/${jobId}/events`, key: keys[i % keys.length]! }));
    return async () => {
      // A new process for each round, because a process does not release memory once used.
      await restartGateway(world);
      const gateway = world.services().gateway![0]!.pid;
      const watchers = startChild(join(import.meta.dirname, '../streamHolder.ts'));
      const memory: number[] = [];
      for (let at = 0; at < all; at += PORTION) {
        const portion = requests.slice(at, at + PORTION);
        const held = await watchers.ask<number>({ origin: world.baseUrl, requests: portion });
        if (held !== PORTION) throw new Error(`only ${held} of ${PORTION} streams were opened`);
        await sleep(HELD_MS);
        memory.push(residentMb(gateway));
      }
      await watchers.stop();
      return { value: (memory.at(-1)! - memory[0]!) / MORE, details: { memory } };
    };
  },
};

/** Stops the gateway; the stack restarts it on the same port. */
async function restartGateway(world: World): Promise<void> {
  const { pid } = world.services().gateway![0]!;
  process.kill(pid, 'SIGTERM');
  while (world.services().gateway![0]!.pid === pid) await sleep(50);
}
