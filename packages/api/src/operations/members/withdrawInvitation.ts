import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { invitation } from '../../schemas/invitation.ts';

/** DELETE /members/invitations/{invitationId}: withdraws an invitation, whose link then works no more. */
export const withdrawInvitation = operation({
  id: 'withdrawInvitation',
  method: 'DELETE',
  path: '/members/invitations/{invitationId}',
  access: { scope: 'workspace:write', role: 'admin' },
  tag: 'Members',
  summary: 'Withdraw an invitation',
  responses: { 200: { body: ref(invitation) } },
  errors: ['not_found', 'conflict'],
  audit: { action: 'invitation.withdrawn', resource: 'invitation', id: { param: 'invitationId' } },
  sample: { call: 'members.withdrawInvitation', cli: 'members withdraw INVITATION_ID' },
});
