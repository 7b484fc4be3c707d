import { type RecentReads, rememberReads } from '@rotamer/kit/batching/recentReads.ts';
import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import type { BillingClient, Workspace } from '@rotamer/proto/billing/v1/billing.ts';

/** How long plan and limits are cached. Credits are read without the cache where they matter. */
const TRUSTED_MS = 5_000;

export type Workspaces = RecentReads<Workspace>;

/** Returns reads of workspaces from billing. */
export function createWorkspaces(billing: Pick<BillingClient<CallScope>, 'getWorkspace'>): Workspaces {
  return rememberReads((id, { deadlineMs, traceparent }) => {
    return billing.getWorkspace({ workspaceId: id }, { deadlineMs, traceparent });
  }, TRUSTED_MS);
}
