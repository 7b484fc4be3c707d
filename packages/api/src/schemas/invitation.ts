import { type Static, Type } from 'typebox';
import { roles } from '../operation/access.ts';
import { dateTime, listOf, oneOf } from './build.ts';

const strict = { additionalProperties: false };

export const INVITATION_DAYS = 7;

const MAX_DAYS = 30;

/** The longest e-mail address, in characters (RFC 5321, 4.5.3.1). */
const MAX_ADDRESS = 254;

const example = {
  id: 'inv_01kjmma2g0e9dtsezyywpss2bm',
  object: 'invitation',
  email: 'bob@example.org',
  role: 'member',
  state: 'open',
  invited_by: 'usr_01kjmma2g0e9dtsezyywpss2bm',
  created_at: '2026-03-01T12:00:00.000Z',
  sent_at: '2026-03-01T12:00:00.000Z',
  expires_at: '2026-03-08T12:00:00.000Z',
} as const;

/** An invitation to the workspace. The link is only in the mail. */
export const invitation = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('invitation'),
    email: Type.String(),
    role: oneOf(roles),
    state: oneOf(['open', 'accepted', 'withdrawn', 'expired']),
    invited_by: Type.String({ description: 'The user who invites' }),
    created_at: dateTime(),
    sent_at: dateTime(),
    expires_at: dateTime(),
  },
  { $id: 'Invitation', ...strict, examples: [example] },
);

export type PublicInvitation = Static<typeof invitation>;

export const invitationList = listOf(invitation, 'InvitationList');

/** Body of `POST /members/invitations`. */
export const invitationRequest = Type.Object(
  {
    email: Type.String({ minLength: 3, maxLength: MAX_ADDRESS }),
    role: oneOf(roles, 'Only owners invite owners'),
    expires_in_days: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_DAYS, description: `Default ${INVITATION_DAYS}` }),
    ),
  },
  { $id: 'InvitationRequest', ...strict, examples: [{ email: 'bob@example.org', role: 'member' }] },
);
