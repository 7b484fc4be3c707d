import { itemFault, unknownAnswer } from '@rotamer/kit/batching/itemError.ts';
import { type RecentReads, rememberReads } from '@rotamer/kit/batching/recentReads.ts';
import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import type { BillingClient, Workspace } from '@rotamer/proto/billing/v1/billing.ts';
import { HoldState, type SettleAnswer, type SettledHold } from '@rotamer/proto/billing/v1/billing.ts';

/** How long plan and limits are cached. Credits are read without the cache where they matter. */
const TRUSTED_MS = 5_000;

export type Workspaces = RecentReads<Workspace>;

/** Returns reads of workspaces from billing. */
export function createWorkspaces(billing: Pick<BillingClient<CallScope>, 'getWorkspace'>): Workspaces {
  return rememberReads((id, { deadlineMs, traceparent }) => {
    return billing.getWorkspace({ workspaceId: id }, { deadlineMs, traceparent });
  }, TRUSTED_MS);
}

/**
 * Returns the hold of a successful settlement.
 *
 * @throws the error of billing for this hold, or an error when the hold is still open: such a hold must not be taken
 * for one that was charged 0.
 */
export function endedHold(settled: SettleAnswer | undefined): SettledHold {
  const answer = settled?.answer;
  if (answer?.$case !== 'hold') throw answer ? itemFault(answer.value) : unknownAnswer();
  const { state, holdId, heldMillicredits } = answer.value;
  if (state === HoldState.POSTED || state === HoldState.VOIDED) return answer.value;
  throw new Error(`hold ${holdId} of ${heldMillicredits} is still ${state}`);
}
