import { Type } from 'typebox';
import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { memberList } from '../../schemas/member.ts';
import { cursorQuery } from '../../schemas/page.ts';

const query = Type.Object(cursorQuery, { additionalProperties: false });

/** GET /members: in the order of user ids. */
export const listMembers = operation({
  id: 'listMembers',
  method: 'GET',
  path: '/members',
  access: { scope: 'workspace:read', role: 'viewer' },
  tag: 'Members',
  summary: 'List the members of the workspace',
  query,
  responses: { 200: { body: ref(memberList) } },
  errors: [],
  sample: {
    call: 'members.list',
    cli: 'members list',
    shown: { as: 'member', fields: ['email', 'role'], isList: true },
  },
});
