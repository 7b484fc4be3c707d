import { byClients, CLIENTS } from './clients.ts';
import type { LoadExtent, LoadResult } from './load/plan.ts';
import { expectOnly, type Loaded, withCpu } from './loadSide.ts';
import type { RunRound } from './measure.ts';
import type { Side } from './sides.ts';

export type Drive = (extent: LoadExtent) => Promise<LoadResult>;

/** Returns a round that sends requests one after another. The figure is the median response time in milliseconds. */
export function typicalTime(drive: Drive, expected: number, requests = 300): RunRound {
  return async () => {
    const result = await drive({ requests });
    expectOnly(expected, result);
    return { value: result.p50Ms, details: { p99_ms: result.p99Ms } };
  };
}

/** Returns a round that runs a load. The figure is the number of responses per second. */
export function rate(side: Side): RunRound {
  return async () => {
    const { perSecond, cpuUs } = await side();
    return { value: perSecond, details: { cpuUs } };
  };
}

/** Jobs of one round of `finished`. */
const JOBS = 100;

/**
 * Returns a round in which eight clients run jobs from submission to end. The figure is the number of jobs ended per
 * second. The CPU time of `watched` per job is in the details.
 */
export async function finished(runJob: (n: number) => Promise<unknown>, watched?: Loaded): Promise<RunRound> {
  await byClients(CLIENTS * 4, runJob);
  const work = async () => {
    const begun = performance.now();
    await byClients(JOBS, runJob);
    return { operations: JOBS, seconds: (performance.now() - begun) / 1000 };
  };
  if (watched) return rate(() => withCpu(watched, work));
  return async () => {
    const { operations, seconds } = await work();
    return { value: operations / seconds };
  };
}
