import { type RpcContext, scopeOf } from '@rotamer/kit/grpc/callContext.ts';
import type { ScopedCall } from '@rotamer/kit/grpc/client.ts';
import type { BillingClient, Workspace } from '@rotamer/proto/billing/v1/billing.ts';
import { LRUCache } from 'lru-cache';

/** Plan and limits may be this old; credits must be read fresh where they matter. */
const TTL_MS = 5_000;

export interface Workspaces {
  /** Plan and limits, at most 5 s old. */
  get(context: RpcContext): Promise<Workspace>;
  /** Also what is available now. */
  getFresh(context: RpcContext): Promise<Workspace>;
}

/** The caller's workspace as billing knows it, remembered for a moment. */
export function createWorkspaces(billing: Pick<BillingClient<ScopedCall>, 'getWorkspace'>): Workspaces {
  const cache = new LRUCache<string, Workspace>({ max: 10_000, ttl: TTL_MS });

  async function getFresh(context: RpcContext): Promise<Workspace> {
    const { workspaceId } = context.caller;
    const workspace = await billing.getWorkspace({ workspaceId }, scopeOf(context));
    cache.set(workspace.id, workspace);
    return workspace;
  }

  return { getFresh, get: async (context) => cache.get(context.caller.workspaceId) ?? getFresh(context) };
}
