import { type Rpc, type RpcContext, scopeOf } from '@rotamer/kit/grpc/callContext.ts';
import type { SpendingBudget, SpendingBudgets, Workspace } from '@rotamer/proto/billing/v1/billing.ts';
import { BillingMode } from '@rotamer/proto/jobs/v1/job.ts';
import type { BlockingError, QuoteRequest, QuoteResponse } from '@rotamer/proto/jobs/v1/jobs.ts';
import { Status } from 'nice-grpc-common';
import type { Deps } from '../deps.ts';
import { countActive, countWaiting } from '../job/jobStore.ts';
import type { Price } from '../job/price.ts';
import { utcDay } from '../submit/acceptJobs.ts';
import { assess } from '../submit/assess.ts';
import { refuseUnbounded } from '../submit/bounds.ts';
import { referenceOf, waitingReason } from '../submit/newJob.ts';
import {
  budgetExceededFault,
  dailyLimitFault,
  insufficientCreditsFault,
  leftOf,
  limitFault,
} from '../submit/refusals.ts';
import { askedOf } from '../submit/submission.ts';
import { readUsedToday } from '../submit/submissionStore.ts';

/** Returns the current price of a job and the errors that a submission would get now. Creates and reserves nothing. */
export function quote(
  deps: Pick<Deps, 'db' | 'clock' | 'files' | 'workspaces' | 'catalogue' | 'checks' | 'availability' | 'billing'>,
): Rpc<QuoteRequest, QuoteResponse> {
  return async (request, context) => {
    const asked = askedOf(request);
    refuseUnbounded(asked);
    const { workspaceId } = context.caller;
    const [assessment, workspace, active, usedToday, jobsAhead, { budgets }] = await Promise.all([
      assess(deps, { ...request, ...asked }, scopeOf(context)),
      deps.workspaces.current(workspaceId, scopeOf(context)),
      countActive(deps.db, workspaceId),
      readUsedToday(deps.db, workspaceId, utcDay(deps.clock())),
      countWaiting(deps.db, asked.tool),
      findBudgets(deps, context),
    ]);
    const { price, expectedMinutes } = assessment;
    const offered = await deps.availability.isOffered(assessment.tool, referenceOf(assessment));
    const limits = workspace.limits!;
    return {
      tool: asked.tool,
      estimatedMillicredits: price?.estimatedMillicredits ?? 0,
      availableMillicredits: workspace.availableMillicredits,
      billableMillicredits: price?.estimatedMillicredits ?? 0,
      blockingErrors: blockingErrors(price, workspace, budgets, active, usedToday),
      activeJobs: active,
      maxConcurrentJobs: limits.concurrentJobs,
      dailyLimitUsed: limits.jobsPerDay === undefined ? undefined : usedToday,
      dailyLimitMax: limits.jobsPerDay,
      ...presentPrice(price),
      expectedRuntimeMs: expectedMinutes === undefined ? undefined : Math.round(expectedMinutes * 60_000),
      jobsAhead,
      budgets: budgets.map((budget) => ({ budget, refuses: refuses(budget, price) })),
      waitingReason: offered ? undefined : waitingReason(assessment),
    };
  };
}

/** Returns the budgets of the caller's workspace, membership and key. A quote names no project. Billing of release 0.2 has none. */
async function findBudgets({ billing }: Pick<Deps, 'billing'>, context: RpcContext): Promise<SpendingBudgets> {
  const { workspaceId, userId, keyId } = context.caller;
  return billing
    .findSpendingBudgets({ workspaceId, heldFor: { userId, keyId } }, scopeOf(context))
    .catch((error: Error) => {
      if ((error.cause as { code?: number } | undefined)?.code === Status.UNIMPLEMENTED) return { budgets: [] };
      throw error;
    });
}

function refuses(budget: SpendingBudget, price: Price | undefined): boolean {
  return price !== undefined && price.reservedMillicredits > leftOf(budget);
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
function blockingErrors(
  price: Price | undefined,
  workspace: Workspace,
  budgets: SpendingBudget[],
  active: number,
  used: number,
): BlockingError[] {
  const { concurrentJobs, jobsPerDay } = workspace.limits!;
  const faults = [];
  if (price && price.reservedMillicredits > workspace.availableMillicredits) {
    faults.push(insufficientCreditsFault(price.reservedMillicredits, workspace.availableMillicredits));
  }
  for (const budget of budgets) {
    if (price && refuses(budget, price)) faults.push(budgetExceededFault(price.reservedMillicredits, budget));
  }
  if (active >= concurrentJobs) faults.push(limitFault(concurrentJobs));
  if (jobsPerDay !== undefined && used >= jobsPerDay) faults.push(dailyLimitFault(jobsPerDay));
  return faults.map(({ code, message, details }) => ({ code, message, detailsJson: JSON.stringify(details ?? {}) }));
}
