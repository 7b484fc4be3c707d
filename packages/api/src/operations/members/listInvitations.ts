import { Type } from 'typebox';
import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { invitationList } from '../../schemas/invitation.ts';
import { cursorQuery } from '../../schemas/page.ts';

const query = Type.Object(
  { ...cursorQuery, include_ended: Type.Optional(Type.Boolean({ default: false })) },
  { additionalProperties: false },
);

/** GET /members/invitations: open ones, oldest first. */
export const listInvitations = operation({
  id: 'listInvitations',
  method: 'GET',
  path: '/members/invitations',
  access: { scope: 'workspace:read', role: 'admin' },
  tag: 'Members',
  summary: 'List invitations, oldest first',
  query,
  responses: { 200: { body: ref(invitationList) } },
  errors: [],
  sample: {
    call: 'members.invitations',
    cli: 'members invitations',
    shown: { as: 'invitation', fields: ['email', 'role'], isList: true },
  },
});
