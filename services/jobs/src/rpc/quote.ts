import { type Rpc, scopeOf } from '@rotamer/kit/grpc/callContext.ts';
import type { Workspace } from '@rotamer/proto/billing/v1/billing.ts';
import { BillingMode } from '@rotamer/proto/jobs/v1/job.ts';
import type { BlockingError, QuoteRequest, QuoteResponse } from '@rotamer/proto/jobs/v1/jobs.ts';
import type { Deps } from '../deps.ts';
import { countActive, countWaiting } from '../job/jobStore.ts';
import type { Price } from '../job/price.ts';
import { utcDay } from '../submit/acceptJobs.ts';
import { assess } from '../submit/assess.ts';
import { refuseUnbounded } from '../submit/bounds.ts';
import { referenceOf, waitingReason } from '../submit/newJob.ts';
import { dailyLimitFault, insufficientCreditsFault, limitFault } from '../submit/refusals.ts';
import { askedOf } from '../submit/submission.ts';
import { readUsedToday } from '../submit/submissionStore.ts';

/** Returns the current price of a job and the errors that a submission would get now. Creates and reserves nothing. */
export function quote(
  deps: Pick<Deps, 'db' | 'clock' | 'files' | 'workspaces' | 'catalogue' | 'checks' | 'availability'>,
): Rpc<QuoteRequest, QuoteResponse> {
  return async (request, context) => {
    const asked = askedOf(request);
    refuseUnbounded(asked);
    const { workspaceId } = context.caller;
    const [assessment, workspace, active, usedToday, jobsAhead] = await Promise.all([
      assess(deps, { ...request, ...asked }, scopeOf(context)),
      deps.workspaces.current(workspaceId, scopeOf(context)),
      countActive(deps.db, workspaceId),
      readUsedToday(deps.db, workspaceId, utcDay(deps.clock())),
      countWaiting(deps.db, asked.tool),
    ]);
    const { price, expectedMinutes } = assessment;
    const offered = await deps.availability.isOffered(assessment.tool, referenceOf(assessment));
    const limits = workspace.limits!;
    return {
      tool: asked.tool,
      estimatedMillicredits: price?.estimatedMillicredits ?? 0,
      availableMillicredits: workspace.availableMillicredits,
      billableMillicredits: price?.estimatedMillicredits ?? 0,
      blockingErrors: blockingErrors(price, workspace, active, usedToday),
      activeJobs: active,
      maxConcurrentJobs: limits.concurrentJobs,
      dailyLimitUsed: limits.jobsPerDay === undefined ? undefined : usedToday,
      dailyLimitMax: limits.jobsPerDay,
      ...presentPrice(price),
      expectedRuntimeMs: expectedMinutes === undefined ? undefined : Math.round(expectedMinutes * 60_000),
      jobsAhead,
      waitingReason: offered ? undefined : waitingReason(assessment),
    };
  };
}

function presentPrice(price: Price | undefined) {
  if (price?.mode !== 'metered_runtime') {
    return {
      mode: BillingMode.FIXED,
      reservedMillicredits: 0,
      rateMillicreditsPerMinute: 0,
      maxBillableRuntimeMs: 0,
    };
  }
  return {
    mode: BillingMode.METERED_RUNTIME,
    reservedMillicredits: price.reservedMillicredits,
    rateMillicreditsPerMinute: price.rateMillicreditsPerMinute!,
    maxBillableRuntimeMs: Math.floor((price.reservedMillicredits * 60_000) / price.rateMillicreditsPerMinute!),
  };
}

/** Returns the errors that a submission would get now, with the same messages. */
function blockingErrors(price: Price | undefined, workspace: Workspace, active: number, used: number): BlockingError[] {
  const { concurrentJobs, jobsPerDay } = workspace.limits!;
  const faults = [];
  if (price && price.reservedMillicredits > workspace.availableMillicredits) {
    faults.push(insufficientCreditsFault(price.reservedMillicredits, workspace.availableMillicredits));
  }
  if (active >= concurrentJobs) faults.push(limitFault(concurrentJobs));
  if (jobsPerDay !== undefined && used >= jobsPerDay) faults.push(dailyLimitFault(jobsPerDay));
  return faults.map(({ code, message, details }) => ({ code, message, detailsJson: JSON.stringify(details ?? {}) }));
}
