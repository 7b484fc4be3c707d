import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { requireValid, wholeNumber } from '@rotamer/kit/grpc/validate.ts';
import type { ListWorkspacesRequest, ListWorkspacesResponse } from '@rotamer/proto/billing/v1/billing.ts';
import type { Deps } from '../deps.ts';
import { listWorkspaces as readWorkspaces } from '../workspaceStore.ts';

const MAX_PAGE = 1_000;

/** Lists all workspaces, oldest first. */
export function listWorkspaces({ db }: Deps): Rpc<ListWorkspacesRequest, ListWorkspacesResponse> {
  return async ({ afterId, limit }) => {
    requireValid(wholeNumber('limit', limit, 1, MAX_PAGE));
    const workspaces = await readWorkspaces(db, afterId, limit + 1);
    return { workspaces: workspaces.slice(0, limit), hasMore: workspaces.length > limit };
  };
}
