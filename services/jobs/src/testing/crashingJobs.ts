import { systemClock } from '@rotamer/kit/clock.ts';
import type { RpcContext } from '@rotamer/kit/grpc/callContext.ts';
import { type CrashPoint, injectCrash } from '@rotamer/kit/testing/crashInjection.ts';
import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import { createWorkspaces } from '../billing.ts';
import type { Deps } from '../deps.ts';
import { createChangeJob } from '../job/changeJob.ts';
import { watchOffers } from '../leases/liveOffers.ts';
import { createAcceptJob } from '../submit/acceptJobs.ts';
import { settleJobs, unsettledJobs } from '../work/settleJobs.ts';
import { sweepHolds } from '../work/sweepHolds.ts';
import { checkPool, startJobs, testCatalogue, testLeaseTokens, testShareLinks } from './startJobs.ts';

/** More awaits than any operation has. The loop ends at the first process that survives its operation. */
const MANY = 60;

/** Starts jobs for crash tests, with processes that crash at a chosen call. */
export async function startCrashingJobs() {
  const world = await startJobs();
  const { workspaceId, scope } = await world.member(1_000);

  function crashingProcess(crashAt: number, crash: CrashPoint) {
    const crashing = injectCrash(crashAt, crash);
    const db = crashing.db(world.db);
    const billing = crashing.neighbour(world.billing.jobs);
    const signals = { send: () => {}, on: () => () => {}, stop: async () => {} };
    const deps: Deps = {
      db,
      billing,
      files: { resolveInputs: async () => ({ files: [] }) },
      signals,
      clock: systemClock,
      workspaces: createWorkspaces(billing),
      catalogue: testCatalogue,
      checks: checkPool(),
      availability: watchOffers(db),
      acceptJob: createAcceptJob(db, systemClock),
      changeJob: createChangeJob({ db, signals }),
      leaseTokens: testLeaseTokens,
      blobs: world.blobs,
      transferUrls: undefined,
      shareLinks: testShareLinks,
      mailQuota: { perWorkspace: 1, perAddress: 1 },
    };
    return { crashing, deps };
  }

  const available = async () => (await world.billing.jobs.getWorkspace({ workspaceId })).availableMillicredits;
  return { ...world, scope, crashingProcess, repair: () => repair(world), available };
}

export type MortalJobs = Awaited<ReturnType<typeof startCrashingJobs>>;

/** Returns the context of an RPC. */
export function contextOf({ scope }: MortalJobs): RpcContext {
  const signal = new AbortController().signal;
  return {
    ...scope,
    deadlineMs: Date.now() + 20_000,
    traceparent: '',
    signal,
    draining: signal,
    log: quietLog,
  } as never;
}

/**
 * Runs `operate` once for each crash point, before and after each call, until a process survives; `check` follows each
 * run. Returns the number of runs.
 */
export async function atEveryCrashPoint(
  world: MortalJobs,
  operate: (deps: Deps, life: number) => Promise<unknown>,
  check: (life: number) => Promise<void>,
): Promise<number> {
  let life = 0;
  for (const crash of ['before', 'after'] as const) {
    for (let crashAt = 1; ; crashAt++) {
      if (crashAt > MANY) throw new Error('the operation never ends');
      const { crashing, deps } = world.crashingProcess(crashAt, crash);
      life++;
      await operate(deps, life).catch((error) => {
        if (!crashing.hasCrashed) throw error;
      });
      await check(life);
      if (!crashing.hasCrashed) break;
    }
  }
  return life;
}

/** Does the work of a restarted process's loops: releases holds without a job, and settles ended jobs. */
export async function repair({ deps, db }: Pick<Awaited<ReturnType<typeof startJobs>>, 'deps' | 'db'>): Promise<void> {
  await sweepHolds({ ...deps, olderThanSeconds: 0 });
  await settleJobs(deps, await unsettledJobs(db, 100), {});
}
