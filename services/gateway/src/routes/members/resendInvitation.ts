import { resendInvitation as operation } from '@rotamer/api/operations/members/resendInvitation.ts';
import { invitationIdOf } from '@rotamer/http/params/invitationId.ts';
import { presentInvitation } from '@rotamer/present/presentInvitation.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';
import { inviting } from './inviting.ts';

/** POST /members/invitations/{invitationId}/resend. */
export const resendInvitation = handler(operation, ({ invitations, workspaces, clock }) => async (request, reply) => {
  const id = invitationIdOf(request.params);
  const who = await inviting(request.credential!, workspaces, callScope(request, reply));
  return presentInvitation(await invitations.resend(who, id), clock());
});
