import type { Role } from '@rotamer/api/operation/access.ts';
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
 * admin when it has no owner. `managers` are its owners and admins. Without a `role` the membership ends.
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
