import { withdrawInvitation as operation } from '@rotamer/api/operations/members/withdrawInvitation.ts';
import { invitationIdOf } from '@rotamer/http/params/invitationId.ts';
import { presentInvitation } from '@rotamer/present/presentInvitation.ts';
import { handler } from '../handler.ts';

/** DELETE /members/invitations/{invitationId}. */
export const withdrawInvitation = handler(operation, ({ invitations, clock }) => async (request) => {
  const { workspaceId, userId: byUserId } = request.credential!;
  const id = invitationIdOf(request.params);
  return presentInvitation(await invitations.withdraw({ workspaceId, byUserId }, id), clock());
});
