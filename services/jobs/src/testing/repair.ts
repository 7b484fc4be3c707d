import { settleJobs, unsettledJobs } from '../work/settleJobs.ts';
import { sweepHolds } from '../work/sweepHolds.ts';
import type { startJobs } from './startJobs.ts';

/** Does the work of a restarted process's loops: releases holds without a job, and settles ended jobs. */
export async function repair({ deps, db }: Pick<Awaited<ReturnType<typeof startJobs>>, 'deps' | 'db'>): Promise<void> {
  await sweepHolds({ ...deps, olderThanSeconds: 0 });
  await settleJobs(deps, await unsettledJobs(db, 100), {});
}
