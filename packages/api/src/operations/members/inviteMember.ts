import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { invitation, invitationRequest } from '../../schemas/invitation.ts';

/** POST /members/invitations: invites a person by mail. */
export const inviteMember = operation({
  id: 'inviteMember',
  method: 'POST',
  path: '/members/invitations',
  access: { scope: 'workspace:write', role: 'admin' },
  tag: 'Members',
  summary: 'Invite a person by mail',
  description:
    'The mail has a link that works once, for the person with this address only. `conflict` for a member, for an address ' +
    'with an open invitation, and after 50 invitations of the workspace in 24 hours.',
  body: ref(invitationRequest),
  responses: { 201: { description: 'Created', body: ref(invitation) } },
  errors: ['conflict'],
  audit: { action: 'member.invited', resource: 'invitation', id: { response: 'id' }, facts: ['role', 'expires_at'] },
  sample: {
    body: { email: 'bob@example.org', role: 'member' },
    call: 'members.invite',
    cli: 'members invite bob@example.org --role member',
  },
});
