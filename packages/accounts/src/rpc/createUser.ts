import { type Role, roles } from '@rotamer/api/operation/access.ts';
import { transaction } from '@rotamer/kit/db/transaction.ts';
import { Fault, type Problem, validationFault } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { newId } from '@rotamer/kit/ids.ts';
import { appendOutbox, OUTBOX_SIGNAL } from '@rotamer/kit/outbox/outbox.ts';
import type { CreateUserRequest, User } from '@rotamer/proto/gateway/v1/access.ts';
import { MembershipEventType } from '@rotamer/proto/gateway/v1/membership.ts';
import { addMember, ensureUser } from '../access/accessStore.ts';
import { membershipEvent } from '../access/membershipEvent.ts';
import type { RpcDeps } from './rpcDeps.ts';

/** Adds a user to a workspace. An e-mail address identifies one user, in any number of workspaces. */
export function createUser({ db, billing, signals, clock }: RpcDeps): Rpc<CreateUserRequest, User> {
  return async ({ workspaceId, email, role }, { deadlineMs, traceparent, signal }) => {
    const address = email.trim().toLowerCase();
    refuseBadUser(address, role);
    await billing.getWorkspace({ workspaceId }, { deadlineMs, traceparent, signal });
    const made = await transaction(db, async (tx) => {
      const user = await ensureUser(tx, newId('usr', clock()), address);
      const added = await addMember(tx, workspaceId, user.id, role as Role);
      if (!added) throw new Fault('conflict', 'The user is already a member of this workspace.');
      const membership = { workspaceId, userId: user.id, role: role as Role };
      await appendOutbox(tx, [membershipEvent(membership, MembershipEventType.CREATED, clock(), traceparent)]);
      return { id: user.id, email: user.email, workspaceId, role, name: '', joinedAt: undefined };
    });
    // No key signal: the user has no key in this workspace yet.
    signals.send(OUTBOX_SIGNAL);
    return made;
  };
}

function refuseBadUser(email: string, role: string): void {
  const problems: Problem[] = [];
  if (!/^[^@\s]+@[^@\s]+$/.test(email)) problems.push({ path: 'email', message: 'is not an e-mail address' });
  if (!roles.includes(role as Role)) problems.push({ path: 'role', message: `must be one of ${roles.join(', ')}` });
  if (problems.length > 0) throw validationFault(problems);
}
