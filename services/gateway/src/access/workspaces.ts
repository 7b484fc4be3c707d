import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import type { Workspace } from '@rotamer/proto/billing/v1/billing.ts';
import { LRUCache } from 'lru-cache';
import type { Billing } from '../neighbours.ts';

/** Plans and limits may be this old; a little under the 5 s that a change may take. */
const TRUSTED_MS = 4_500;

const MAX_WORKSPACES = 20_000;

export interface Workspaces {
  /** Plan and limits, at most 5 s old; requests that arrive together share one call. */
  recent(id: string, scope: CallScope): Promise<Workspace>;
  /** As it is now, credits included. */
  current(id: string, scope: CallScope): Promise<Workspace>;
}

/** Reads workspaces of the billing service. */
export function createWorkspaces(billing: Billing): Workspaces {
  const read = (id: string, { deadlineMs, traceparent }: CallScope) =>
    billing.getWorkspace({ workspaceId: id }, { deadlineMs, traceparent });
  const cache = new LRUCache<string, Workspace, CallScope>({
    max: MAX_WORKSPACES,
    ttl: TRUSTED_MS,
    fetchMethod: (id, _old, { context }) => read(id, context),
  });
  return {
    recent: async (id, scope) => (await cache.fetch(id, { context: scope }))!,
    current: async (id, scope) => {
      const workspace = await read(id, scope);
      cache.set(id, workspace);
      return workspace;
    },
  };
}
