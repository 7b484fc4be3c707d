import type { Credential } from '@rotamer/accounts/access/credential.ts';
import type { Workspaces } from '@rotamer/accounts/access/workspaces.ts';
import type { Inviting } from '@rotamer/accounts/invitations/invitations.ts';
import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';

/** Returns who invites, and to which workspace. */
export async function inviting(
  { workspaceId, userId: byUserId }: Credential,
  workspaces: Workspaces,
  scope: CallScope,
): Promise<Inviting> {
  const { name: workspaceName } = await workspaces.current(workspaceId, scope);
  return { workspaceId, workspaceName, byUserId };
}
