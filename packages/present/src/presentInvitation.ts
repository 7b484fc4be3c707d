import type { Invitation } from '@rotamer/accounts/invitations/invitationStore.ts';
import { stateOf } from '@rotamer/accounts/invitations/invitations.ts';
import type { PublicInvitation } from '@rotamer/api/schemas/invitation.ts';

/** The invitation of the public API. */
export function presentInvitation(invitation: Invitation, now: Date): PublicInvitation {
  return {
    id: invitation.id,
    object: 'invitation',
    email: invitation.email,
    role: invitation.role,
    state: stateOf(invitation, now),
    invited_by: invitation.invitedBy,
    created_at: invitation.createdAt.toISOString(),
    sent_at: invitation.sentAt.toISOString(),
    expires_at: invitation.expiresAt.toISOString(),
  };
}
