import type { Db } from '@rotamer/kit/db/db.ts';
import type { Signals } from '@rotamer/kit/db/signals.ts';
import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import type { ScopedCall } from '@rotamer/kit/grpc/client.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';
import { type Loop, startLoop } from '@rotamer/kit/process/loop.ts';
import type { BillingClient } from '@rotamer/proto/billing/v1/billing.ts';
import { type ChangeJob, UNSETTLED_SIGNAL } from '../job/changeJob.ts';
import type { Job } from '../job/job.ts';
import { JOB_COLUMNS, toJob } from '../job/jobRow.ts';
import { outcomeOf } from '../money/charge.ts';

export interface SettleDeps {
  changeJob: ChangeJob;
  billing: Pick<BillingClient<ScopedCall>, 'settleHolds'>;
}

const BATCH = 100;
const INTERVAL_MS = 2_000;

/**
 * Has billing charge or release the holds of ended jobs and stores what it answered. Level-triggered: it looks at what
 * is unsettled, not at what just happened, so nothing is lost with a process. Billing resolves a hold once, so several
 * replicas may do the same work.
 */
export async function settleJobs(deps: SettleDeps, jobs: Job[], scope: CallScope): Promise<Job[]> {
  const ended = jobs.filter((job) => job.money && !job.money.finalizedAt);
  if (ended.length === 0) return [];
  const settlements = ended.map(({ money }) => ({
    holdId: money!.holdId,
    chargeMillicredits: money!.charge ?? 0,
  }));
  const { holds } = await deps.billing.settleHolds({ settlements }, scope);
  const settled = ended.map(async (job, i) => {
    const final = holds[i]!.chargedMillicredits;
    const outcome = outcomeOf(final, job.attempt > 0);
    return (await deps.changeJob(job.id, { type: 'settle', final, outcome }))?.job ?? job;
  });
  return Promise.all(settled);
}

export function startSettlement(deps: SettleDeps & { db: Db; signals: Signals; log: Logger }): Loop {
  const loop = startLoop({
    name: 'settle jobs',
    intervalMs: INTERVAL_MS,
    log: deps.log,
    pass: async (signal) => {
      const jobs = await unsettledJobs(deps.db, BATCH);
      await settleJobs(deps, jobs, { signal });
      return jobs.length === BATCH;
    },
  });
  deps.signals.on(UNSETTLED_SIGNAL, loop.wake);
  return loop;
}

/** Ended jobs whose hold nobody has settled yet, oldest first. */
export async function unsettledJobs(db: Db, limit: number): Promise<Job[]> {
  const { rows } = await db.query(
    `select ${JOB_COLUMNS} from jobs
     where completed_at is not null and finalized_at is null order by completed_at limit $1`,
    [limit],
  );
  return rows.map(toJob);
}
