import { removeMember as operation } from '@rotamer/api/operations/members/removeMember.ts';
import { userIdOf } from '@rotamer/http/params/ids.ts';
import { handler } from '../handler.ts';

/** DELETE /members/{userId}: ends a membership; everyone may leave. */
export const removeMember = handler(operation, ({ members }) => async (request) => {
  const { workspaceId, userId: byUserId } = request.credential!;
  const named = { workspaceId, userId: userIdOf(request.params), byUserId };
  const { revokedKeys } = await members.remove(named, request.traceparent);
  return { object: 'member_removal' as const, id: named.userId, removed: true, revoked_keys: revokedKeys };
});
