import { refuseMakingMember } from '@rotamer/accounts/access/keyRights.ts';
import { inviteMember as operation } from '@rotamer/api/operations/members/inviteMember.ts';
import { INVITATION_DAYS } from '@rotamer/api/schemas/invitation.ts';
import { validationFault } from '@rotamer/kit/errors/fault.ts';
import { isMailAddress } from '@rotamer/kit/mail/mail.ts';
import { presentInvitation } from '@rotamer/present/presentInvitation.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';
import { inviting } from './inviting.ts';

/** POST /members/invitations: invites a person by mail. */
export const inviteMember = handler(operation, ({ invitations, workspaces, clock }) => async (request, reply) => {
  const { role, expires_in_days: days = INVITATION_DAYS } = request.body;
  refuseMakingMember(request.credential!, role);
  const email = request.body.email.trim().toLowerCase();
  if (!isMailAddress(email)) throw validationFault([{ path: 'email', message: 'is not one e-mail address' }]);
  const who = await inviting(request.credential!, workspaces, callScope(request, reply));
  const invitation = await invitations.invite(who, { email, role, days });
  return reply.code(201).send(presentInvitation(invitation, clock()));
});
