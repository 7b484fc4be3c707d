import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import type { Credential } from '../../access/credential.ts';
import type { Workspaces } from '../../access/workspaces.ts';
import type { Inviting } from '../../invitations/invitations.ts';

/** Returns who invites, and to which workspace. */
export async function inviting(
  { workspaceId, userId: byUserId }: Credential,
  workspaces: Workspaces,
  scope: CallScope,
): Promise<Inviting> {
  const { name: workspaceName } = await workspaces.current(workspaceId, scope);
  return { workspaceId, workspaceName, byUserId };
}
