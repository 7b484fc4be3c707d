import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { ListMembersRequest, ListMembersResponse } from '@rotamer/proto/gateway/v1/access.ts';
import { listMembers as read } from '../access/memberStore.ts';
import { pageOf } from './pageOf.ts';
import { presentMember } from './presentMember.ts';
import type { RpcDeps } from './rpcDeps.ts';

/** Lists the members of a workspace with their roles. An unknown workspace has none. */
export function listMembers({ db }: Pick<RpcDeps, 'db'>): Rpc<ListMembersRequest, ListMembersResponse> {
  return async ({ workspaceId, afterId, limit }) => {
    const { rows, hasMore } = await pageOf(limit, (some) => read(db, workspaceId, afterId, some));
    return { members: rows.map(presentMember), hasMore };
  };
}
