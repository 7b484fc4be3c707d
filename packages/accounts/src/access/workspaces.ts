import { type RecentReads, rememberReads } from '@rotamer/kit/batching/recentReads.ts';
import type { Workspace } from '@rotamer/proto/billing/v1/billing.ts';
import type { Billing } from '../clients.ts';

/** Maximum age of cached plans and limits, a little under the 5 s in which a change must apply. Credits are always fresh. */
const TRUSTED_MS = 4_500;

export type Workspaces = RecentReads<Workspace>;

/** Workspaces as billing knows them. */
export function createWorkspaces(billing: Pick<Billing, 'getWorkspace'>): Workspaces {
  return rememberReads((id, { deadlineMs, traceparent }) => {
    return billing.getWorkspace({ workspaceId: id }, { deadlineMs, traceparent });
  }, TRUSTED_MS);
}
