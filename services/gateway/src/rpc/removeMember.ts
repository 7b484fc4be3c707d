import { transaction } from '@rotamer/kit/db/transaction.ts';
import { notFound } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { appendOutbox } from '@rotamer/kit/outbox/outbox.ts';
import type { RemovedMember, RemoveMemberRequest } from '@rotamer/proto/gateway/v1/access.ts';
import { MembershipEventType } from '@rotamer/proto/gateway/v1/membership.ts';
import { deleteMember, lockMembers } from '../access/memberStore.ts';
import { refuseLeaderless } from '../access/membership.ts';
import { membershipEvent } from '../access/membershipEvent.ts';
import { presentMember } from './presentMember.ts';
import { notifyMembers, type RpcDeps } from './rpcDeps.ts';

/** Ends a membership and its keys. Jobs, files, projects and workflows of the member still belong to the workspace. */
export function removeMember({ db, signals, clock }: RpcDeps): Rpc<RemoveMemberRequest, RemovedMember> {
  return async ({ workspaceId, userId }, { traceparent }) => {
    const removed = await transaction(db, async (tx) => {
      const members = await lockMembers(tx, workspaceId, userId);
      const member = members.find((one) => one.userId === userId);
      if (!member) throw notFound('user of this workspace');
      refuseLeaderless(members, userId);
      const revokedKeys = await deleteMember(tx, workspaceId, userId);
      await appendOutbox(tx, [membershipEvent(member, MembershipEventType.DELETED, clock(), traceparent)]);
      return { user: presentMember(member), revokedKeys };
    });
    notifyMembers(signals);
    return removed;
  };
}
