import type { LoadExtent, LoadResult } from './load/plan.ts';
import { cpuTimes } from './machine/processTree.ts';
import type { Side, Speed } from './sides.ts';
import type { World } from './world.ts';

/** Seconds that one side of a comparison lasts. */
export const SIDE_SECONDS = 2;

/** One side of a comparison: a load on a server. Throws when an answer has another status than expected. */
export function loadSide(
  world: World,
  drive: (extent: LoadExtent) => Promise<LoadResult>,
  expected: number,
  extent: LoadExtent = { seconds: SIDE_SECONDS },
): Side {
  return () =>
    withCpu(world, async () => {
      const { statuses, seconds } = await drive(extent);
      const others = Object.keys(statuses).filter((status) => Number(status) !== expected);
      if (others.length > 0) throw new Error(`expected ${expected} only, got ${JSON.stringify(statuses)}`);
      return { operations: statuses[expected] ?? 0, seconds };
    });
}

/** Measures what each service, PostgreSQL included, spends on an operation of what `work` does. */
export async function withCpu(
  world: Pick<World, 'services' | 'load'>,
  work: () => Promise<{ operations: number; seconds: number }>,
): Promise<Speed> {
  const pids = processesOf(world);
  const before = cpuTimes(Object.values(pids));
  const { operations, seconds } = await work();
  const after = cpuTimes(Object.values(pids));
  const cpuUs = Object.keys(pids).map((name, i) => [name, ((after[i]! - before[i]!) * 1000) / operations]);
  return { perSecond: operations / seconds, cpuUs: Object.fromEntries(cpuUs) };
}

function processesOf(world: Pick<World, 'services' | 'load'>): Record<string, number> {
  const services = Object.entries(world.services()).map(([name, [first]]) => [name, first!.pid] as const);
  return { ...Object.fromEntries(services), load: world.load.pid };
}
