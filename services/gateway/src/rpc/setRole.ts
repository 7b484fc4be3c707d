import { type Role, roles } from '@rotamer/api/operation/access.ts';
import { transaction } from '@rotamer/kit/db/transaction.ts';
import { notFound, validationFault } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { appendOutbox } from '@rotamer/kit/outbox/outbox.ts';
import type { SetRoleRequest, User } from '@rotamer/proto/gateway/v1/access.ts';
import { MembershipEventType } from '@rotamer/proto/gateway/v1/membership.ts';
import { changeRole, lockMembers } from '../access/memberStore.ts';
import { refuseLeaderless } from '../access/membership.ts';
import { membershipEvent } from '../access/membershipEvent.ts';
import { presentMember } from './presentMember.ts';
import { notifyMembers, type RpcDeps } from './rpcDeps.ts';

/** Changes the role of a member. All keys of the member have the new role from then on. */
export function setRole({ db, signals, clock }: RpcDeps): Rpc<SetRoleRequest, User> {
  return async ({ workspaceId, userId, role }, { traceparent }) => {
    if (!roles.includes(role as Role))
      throw validationFault([{ path: 'role', message: `must be one of ${roles.join(', ')}` }]);
    const wanted = role as Role;
    const changed = await transaction(db, async (tx) => {
      const members = await lockMembers(tx, workspaceId, userId);
      const member = members.find((one) => one.userId === userId);
      if (!member) throw notFound('user of this workspace');
      refuseLeaderless(members, userId, wanted);
      const after = { ...member, role: wanted };
      if (member.role === wanted) return after;
      await changeRole(tx, workspaceId, userId, wanted);
      await appendOutbox(tx, [membershipEvent(after, MembershipEventType.UPDATED, clock(), traceparent)]);
      return after;
    });
    notifyMembers(signals);
    return presentMember(changed);
  };
}
