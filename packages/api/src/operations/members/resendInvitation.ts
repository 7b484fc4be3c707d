import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { invitation } from '../../schemas/invitation.ts';

/** POST /members/invitations/{invitationId}/resend: sends the mail of an open or expired invitation again. */
export const resendInvitation = operation({
  id: 'resendInvitation',
  method: 'POST',
  path: '/members/invitations/{invitationId}/resend',
  access: { scope: 'workspace:write', role: 'admin' },
  tag: 'Members',
  summary: 'Send the mail of an invitation again',
  description:
    'The invitation is open for 7 more days, and you are the person who invites. `conflict` after 5 mails, and for an ' +
    'invitation that was accepted or withdrawn.',
  responses: { 200: { body: ref(invitation) } },
  errors: ['not_found', 'conflict'],
  audit: { action: 'invitation.resent', resource: 'invitation', id: { param: 'invitationId' } },
  sample: { call: 'members.resendInvitation', cli: 'members resend INVITATION_ID' },
});
