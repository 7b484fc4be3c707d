import { type Role, roles } from '@rotamer/api/operation/access.ts';
import { validationFault } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { SetRoleRequest, User } from '@rotamer/proto/gateway/v1/access.ts';
import { presentMember } from './presentMember.ts';
import type { RpcDeps } from './rpcDeps.ts';

/** Changes the role of a member. All keys of the member have the new role from then on. */
export function setRole({ members }: Pick<RpcDeps, 'members'>): Rpc<SetRoleRequest, User> {
  return async ({ workspaceId, userId, role }, { traceparent }) => {
    if (!roles.includes(role as Role))
      throw validationFault([{ path: 'role', message: `must be one of ${roles.join(', ')}` }]);
    return presentMember(await members.setRole({ workspaceId, userId, role: role as Role }, traceparent));
  };
}
