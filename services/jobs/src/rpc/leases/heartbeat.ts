import { validationFault } from '@rotamer/kit/errors/fault.ts';
import { callIds, type Rpc, type RpcContext } from '@rotamer/kit/grpc/callContext.ts';
import { ExtendHoldResponse_Outcome as ExtendOutcome } from '@rotamer/proto/billing/v1/billing.ts';
import type { HeartbeatRequest, HeartbeatResponse } from '@rotamer/proto/jobs/v1/leases.ts';
import type { Deps } from '../../deps.ts';
import { authorisedMs, type Job } from '../../job/job.ts';
import { readJob } from '../../job/jobStore.ts';
import { nextReservation } from '../../job/price.ts';
import { problemsOfReport } from '../../job/reported.ts';
import { renewLease } from '../../leases/leaseStore.ts';
import { ordersFor } from './orders.ts';

/** A metered job's hold is extended when less authorised runtime than this is left. */
const EXTEND_BELOW_MS = 30_000;

/**
 * Renews the lease, publishes progress, and keeps a metered job authorised as long as its cap and the workspace's
 * credits allow.
 */
export function heartbeat(deps: Pick<Deps, 'db' | 'changeJob' | 'billing'>): Rpc<HeartbeatRequest, HeartbeatResponse> {
  return async ({ jobId, attempt, runtimeMs, progress }, context) => {
    const renewed = await renewLease(deps.db, jobId, attempt, runtimeMs);
    if (!renewed) return ordersFor((await readJob(deps.db, jobId))?.job, attempt);
    const problems = problemsOfReport(renewed.job, { runtimeMs, progress }, renewed.now);
    if (problems.length > 0) throw validationFault(problems);
    let { job } = renewed;
    if (progress !== undefined && progress > (job.progress ?? -1)) {
      const command = { type: 'progress', attempt, progress, runtimeMs } as const;
      job = (await deps.changeJob(jobId, command, context.signal))?.job ?? job;
    }
    const extended = await extend(deps, job, context);
    return ordersFor(extended.job, attempt, extended.billingAway);
  };
}

interface Extended {
  job: Job;
  billingAway: boolean;
}

/**
 * Holds the credits of a metered job's next step. If billing refuses, the hold stays as it is; the charge never exceeds
 * the hold.
 */
async function extend(deps: Pick<Deps, 'changeJob' | 'billing'>, job: Job, context: RpcContext): Promise<Extended> {
  const unchanged = { job, billingAway: false };
  const { billing } = job;
  const authorised = billing && authorisedMs(billing);
  if (!billing || job.stoppingAt || authorised === undefined || authorised - (job.runtimeMs ?? 0) >= EXTEND_BELOW_MS)
    return unchanged;
  const total = nextReservation(billing);
  if (total <= billing.reservedMillicredits) return unchanged;
  try {
    const call = { holdId: billing.holdId, totalMillicredits: total };
    const answer = await deps.billing.extendHold(call, { deadlineMs: context.deadlineMs });
    if (answer.outcome !== ExtendOutcome.HELD) return unchanged;
    const command = { type: 'extend', reservedMillicredits: answer.totalMillicredits } as const;
    const extended = await deps.changeJob(job.id, command, context.signal);
    return { job: extended?.job ?? job, billingAway: false };
  } catch (error) {
    context.log.warn({ ...callIds(context), err: error, job_id: job.id }, 'no answer about more runtime');
    return { job, billingAway: true };
  }
}
