import { bisect } from '@rotamer/kit/batching/bisect.ts';
import type { Db } from '@rotamer/kit/db/db.ts';
import { prepared } from '@rotamer/kit/db/prepared.ts';
import type { Signals } from '@rotamer/kit/db/signals.ts';
import { isOutage } from '@rotamer/kit/errors/fault.ts';
import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';
import type { Loop } from '@rotamer/kit/process/loop.ts';
import { inBatchSpan } from '@rotamer/kit/telemetry/spans.ts';
import { due, workOnEach } from '@rotamer/kit/work/failedWork.ts';
import { roundRobin } from '@rotamer/kit/work/roundRobin.ts';
import { startWokenLoop } from '@rotamer/kit/work/startWokenLoop.ts';
import type { BillingClient } from '@rotamer/proto/billing/v1/billing.ts';
import { isAbortError } from 'abort-controller-x';
import { endedHold } from '../billing.ts';
import type { ChangeJob } from '../job/changeJob.ts';
import { outcomeOf } from '../job/charge.ts';
import type { Job } from '../job/job.ts';
import { UNSETTLED_SIGNAL } from '../job/jobEvent.ts';
import { JOB_COLUMNS, toJob } from '../job/jobRow.ts';

export interface SettleDeps {
  changeJob: ChangeJob;
  billing: Pick<BillingClient<CallScope>, 'settleHolds'>;
  log: Logger;
}

/** The outcome of settling several jobs. */
export interface Settlement {
  settled: Job[];
  /** Jobs whose hold could not be resolved; they stay unsettled. */
  failed: { id: string; error: unknown }[];
}

const BATCH = 100;
const INTERVAL_MS = 2_000;

/** Name of the loop, as operators see it. */
const SETTLE_JOBS = 'settle-jobs';

/**
 * Charges or releases the holds of ended jobs in billing, and stores the results. Works on all jobs that are unsettled,
 * not on events, so a crash loses nothing. Billing resolves a hold once, so several replicas may do the same work.
 */
export async function settleJobs(deps: SettleDeps, jobs: Job[], scope: CallScope): Promise<Settlement> {
  const ended = jobs.filter((job) => job.completedAt && job.billing && !job.billing.finalizedAt);
  const result: Settlement = { settled: [], failed: [] };
  if (ended.length === 0) return result;
  const settlements = ended.map(({ billing }) => ({
    holdId: billing!.holdId,
    chargeMillicredits: billing!.chargeMillicredits ?? 0,
  }));
  const answers = await bisect(
    settlements,
    async (some) => (await deps.billing.settleHolds({ settlements: some }, scope)).answers,
  );
  await Promise.all(
    ended.map(async (job, i) => {
      try {
        const answer = answers[i];
        if (answer instanceof Error) throw answer;
        const { chargedMillicredits: finalMillicredits } = endedHold(answer);
        const outcome = outcomeOf(finalMillicredits, job.attempt > 0);
        const changed = await deps.changeJob(job.id, { type: 'settle', finalMillicredits, outcome }, scope.signal);
        result.settled.push(changed?.job ?? job);
      } catch (error) {
        if (isAbortError(error) || isOutage(error)) throw error;
        deps.log.error({ err: error, job_id: job.id, ...settlements[i] }, 'job cannot be settled');
        result.failed.push({ id: job.id, error });
      }
    }),
  );
  return result;
}

export interface SettlementDeps extends SettleDeps {
  db: Db;
  signals: Signals;
}

export function startSettlement(deps: SettlementDeps): Loop {
  return startWokenLoop({
    name: 'settle jobs',
    intervalMs: INTERVAL_MS,
    signals: deps.signals,
    wokenBy: UNSETTLED_SIGNAL,
    log: deps.log,
    pass: (signal) => settleDue(deps, signal),
  });
}

/**
 * Settles one batch of due jobs. Returns true if there may be more. A job that fails is retried with backoff, then
 * dead-lettered; it never delays the others.
 */
export async function settleDue(deps: SettlementDeps, signal: AbortSignal): Promise<boolean> {
  const jobs = await unsettledJobs(deps.db, BATCH);
  const traces = jobs.map(({ traceparent }) => traceparent);
  const { settled, failed } = await inBatchSpan('settle jobs', traces, {}, () => settleJobs(deps, jobs, { signal }));
  await workOnEach({ ...deps, work: SETTLE_JOBS }, failed, async ({ error }) => {
    throw error;
  });
  return settled.length + failed.length > 0;
}

/** Workspaces have equal shares of `$1` jobs. The unused part of a share is not given to other workspaces. */
const UNSETTLED_IN_TURNS = roundRobin({
  table: 'jobs',
  alias: 'j',
  columns: ['id', 'completed_at'],
  waiting: 'j.completed_at is not null and j.finalized_at is null',
  due: due(SETTLE_JOBS, 'j.id'),
  orderBy: 'completed_at',
  thenBy: ['id'],
  share: 'greatest($1 / (select count(id) from workspaces), 1)',
});

/**
 * Returns unsettled jobs that have ended and are due: the oldest of each workspace, at most `limit` in all. No workspace
 * waits for the ten thousand jobs of another.
 */
export async function unsettledJobs(db: Db, limit: number): Promise<Job[]> {
  const { rows } = await db.query(
    prepared(
      `${UNSETTLED_IN_TURNS}
       select ${JOB_COLUMNS} from jobs where id in (select id from due order by turn, completed_at limit $1)`,
      [limit],
    ),
  );
  return rows.map(toJob);
}
