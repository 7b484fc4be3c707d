import { itemFault, unknownAnswer } from '@rotamer/kit/batching/itemError.ts';
import type { Db } from '@rotamer/kit/db/db.ts';
import type { Signals } from '@rotamer/kit/db/signals.ts';
import { isUnavailable } from '@rotamer/kit/errors/fault.ts';
import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import type { ScopedCall } from '@rotamer/kit/grpc/client.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';
import { type Loop, startLoop } from '@rotamer/kit/process/loop.ts';
import {
  type BillingClient,
  HoldState,
  type SettleAnswer,
  type SettledHold,
} from '@rotamer/proto/billing/v1/billing.ts';
import { type ChangeJob, UNSETTLED_SIGNAL } from '../job/changeJob.ts';
import type { Job } from '../job/job.ts';
import { JOB_COLUMNS, toJob } from '../job/jobRow.ts';
import { outcomeOf } from '../money/charge.ts';

export interface SettleDeps {
  changeJob: ChangeJob;
  billing: Pick<BillingClient<ScopedCall>, 'settleHolds'>;
  log: Logger;
}

const BATCH = 100;
const INTERVAL_MS = 2_000;

/**
 * Has billing charge or release the holds of ended jobs and stores what it answered. Level-triggered: it looks at what
 * is unsettled, not at what just happened, so nothing is lost with a process. Billing resolves a hold once, so several
 * replicas may do the same work. Answers the jobs that are settled now; one whose hold did not end stays as it is, and
 * somebody has to look at it.
 */
export async function settleJobs(deps: SettleDeps, jobs: Job[], scope: CallScope): Promise<Job[]> {
  const ended = jobs.filter((job) => job.money && !job.money.finalizedAt);
  if (ended.length === 0) return [];
  const settlements = ended.map(({ money }) => ({
    holdId: money!.holdId,
    chargeMillicredits: money!.charge ?? 0,
  }));
  const { answers } = await deps.billing.settleHolds({ settlements }, scope);
  const settled = ended.map(async (job, i) => {
    try {
      const final = endedHold(answers[i]).chargedMillicredits;
      const outcome = outcomeOf(final, job.attempt > 0);
      return (await deps.changeJob(job.id, { type: 'settle', final, outcome }, scope.signal))?.job ?? job;
    } catch (error) {
      if (isUnavailable(error)) throw error;
      deps.log.error({ err: error, job_id: job.id, ...settlements[i] }, 'job cannot be settled');
      return undefined;
    }
  });
  return (await Promise.all(settled)).filter((job) => job !== undefined);
}

/**
 * The hold after a settlement that ended it.
 *
 * @throws what billing says of this one hold, or that it is open still: it may not be taken for one that was charged 0.
 */
export function endedHold(settled: SettleAnswer | undefined): SettledHold {
  const answer = settled?.answer;
  if (answer?.$case !== 'hold') throw answer ? itemFault(answer.value) : unknownAnswer();
  const { state, holdId, heldMillicredits } = answer.value;
  if (state === HoldState.POSTED || state === HoldState.VOIDED) return answer.value;
  throw new Error(`hold ${holdId} of ${heldMillicredits} is still ${state}`);
}

export interface SettlementDeps extends SettleDeps {
  db: Db;
  signals: Signals;
  /** Told after every pass how many ended jobs cannot be settled; anything but 0 is an alarm. */
  onStuck?: (jobs: number) => void;
}

export function startSettlement(deps: SettlementDeps): Loop {
  const loop = startLoop({
    name: 'settle jobs',
    intervalMs: INTERVAL_MS,
    log: deps.log,
    pass: async (signal) => {
      const stuck = await settleAll(deps, signal);
      deps.onStuck?.(stuck);
    },
  });
  deps.signals.on(UNSETTLED_SIGNAL, loop.wake);
  return loop;
}

/** One pass over all that is unsettled; those that cannot be settled do not stand in the way of younger ones. */
export async function settleAll(deps: SettlementDeps, signal: AbortSignal): Promise<number> {
  let stuck = 0;
  let page: Job[] = [];
  do {
    page = await unsettledJobs(deps.db, BATCH, page.at(-1));
    stuck += page.length - (await settleJobs(deps, page, { signal })).length;
  } while (page.length === BATCH);
  return stuck;
}

/** Ended jobs whose hold nobody has settled yet, oldest first; `after` is the last one of the page before. */
export async function unsettledJobs(db: Db, limit: number, after?: Job): Promise<Job[]> {
  const { rows } = await db.query(
    `select ${JOB_COLUMNS} from jobs
     where completed_at is not null and finalized_at is null
       and ($2::timestamptz is null or (completed_at, id) > ($2, $3))
     order by completed_at, id limit $1`,
    [limit, after?.completedAt, after?.id],
  );
  return rows.map(toJob);
}
