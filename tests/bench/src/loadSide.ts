import type { LoadGenerator } from './load/loadGenerator.ts';
import type { LoadExtent, LoadResult } from './load/plan.ts';
import { cpuTimes } from './machine/processTree.ts';
import type { Side, Speed } from './sides.ts';

/** The load generator, and the processes whose CPU time is measured during the load, by service. */
export interface Loaded {
  load: LoadGenerator;
  services(): Record<string, { pid: number }[]>;
}

/** Duration of one side of a comparison. */
export const SIDE_SECONDS = 2;

/**
 * Requests before the first one that counts. In a new process each request costs three times as much, until V8 has
 * compiled the code.
 */
export const WARM_UP = 3_000;

/** Returns one side of a comparison: a load on a server. Throws when a response has an unexpected status. */
export function loadSide(
  world: Loaded,
  drive: (extent: LoadExtent) => Promise<LoadResult>,
  expected: number,
  extent: LoadExtent = { seconds: SIDE_SECONDS },
): Side {
  return () =>
    withCpu(world, async () => {
      const result = await drive(extent);
      return { operations: expectOnly(expected, result), seconds: result.seconds };
    });
}

/** Returns the number of responses. Throws if a response has another status. */
export function expectOnly(expected: number, { statuses }: LoadResult): number {
  const others = Object.keys(statuses).filter((status) => Number(status) !== expected);
  if (others.length > 0) throw new Error(`expected ${expected} only, got ${JSON.stringify(statuses)}`);
  return statuses[expected] ?? 0;
}

/** Measures the CPU time of each service, PostgreSQL included, per operation of `work`. */
export async function withCpu(
  world: Loaded,
  work: () => Promise<{ operations: number; seconds: number }>,
): Promise<Speed> {
  const pids = processesOf(world);
  const before = cpuTimes(Object.values(pids));
  const { operations, seconds } = await work();
  const after = cpuTimes(Object.values(pids));
  const cpuUs = Object.keys(pids).map((name, i) => [name, ((after[i]! - before[i]!) * 1000) / operations]);
  return { perSecond: operations / seconds, cpuUs: Object.fromEntries(cpuUs) };
}

function processesOf(world: Loaded): Record<string, number> {
  const services = Object.entries(world.services()).map(([name, [first]]) => [name, first!.pid] as const);
  return { ...Object.fromEntries(services), load: world.load.pid };
}
