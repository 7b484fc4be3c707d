import { hasRole, type Role } from '@rotamer/api/operation/access.ts';
import { Fault } from '@rotamer/kit/errors/fault.ts';

/** A user's role in a workspace. */
export interface Membership {
  workspaceId: string;
  userId: string;
  role: Role;
}

/** The roles that manage a workspace, the higher one first. */
const MANAGERS: readonly Role[] = ['owner', 'admin'];

/**
 * Refuses a change that would leave a workspace without a manager: its last owner cannot be removed or demoted, nor its last
 * admin when it has no owner. `managers` has all its owners and admins. Without a `role` the membership ends.
 *
 * @throws conflict
 */
export function refuseLeaderless(managers: readonly Membership[], userId: string, role?: Role): void {
  const top = MANAGERS.find((one) => managers.some((member) => member.role === one));
  const holders = managers.filter((member) => member.role === top);
  const isLast = holders.length === 1 && holders[0]!.userId === userId;
  if (!isLast || role === top || role === 'owner') return;
  throw new Fault(
    'conflict',
    `The user is the last ${top} of this workspace, who can be neither removed nor demoted.`,
    {
      resolution: `Make another member ${top} first.`,
    },
  );
}

/**
 * Refuses a change of a membership by a member whose role does not allow it. Everyone may leave; admins change the memberships
 * of others, and only owners those of owners. Without a `role` the membership ends. `by` is undefined for a former member.
 *
 * @throws forbidden
 */
export function refuseChange(by: Membership | undefined, member: Membership, role?: Role): void {
  if (by?.userId === member.userId && role === undefined) return;
  const needed = member.role === 'owner' || role === 'owner' ? 'owner' : 'admin';
  if (by && hasRole(by.role, needed)) return;
  const what = needed === 'owner' ? 'Only owners make or change owners.' : 'Only admins and owners change memberships.';
  throw new Fault('forbidden', what, { details: { required_role: needed } });
}
