import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { ListMembersRequest, ListMembersResponse } from '@rotamer/proto/gateway/v1/access.ts';
import { presentMember } from './presentMember.ts';
import type { RpcDeps } from './rpcDeps.ts';

/** Lists the members of a workspace with their roles. An unknown workspace has none. */
export function listMembers({ members }: Pick<RpcDeps, 'members'>): Rpc<ListMembersRequest, ListMembersResponse> {
  return async ({ workspaceId, afterId, limit }) => {
    const { rows, hasMore } = await members.list(workspaceId, afterId, limit);
    return { members: rows.map(presentMember), hasMore };
  };
}
