import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { RemovedMember, RemoveMemberRequest } from '@rotamer/proto/gateway/v1/access.ts';
import { presentMember } from './presentMember.ts';
import type { RpcDeps } from './rpcDeps.ts';

/** Ends a membership and its keys. */
export function removeMember({ members }: Pick<RpcDeps, 'members'>): Rpc<RemoveMemberRequest, RemovedMember> {
  return async ({ workspaceId, userId }, { traceparent }) => {
    const { member, revokedKeys } = await members.remove({ workspaceId, userId }, traceparent);
    return { user: presentMember(member), revokedKeys };
  };
}
