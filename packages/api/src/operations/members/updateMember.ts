import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { member, memberUpdateRequest } from '../../schemas/member.ts';

/** PATCH /members/{userId}: changes the role of a member, or one's own name. */
export const updateMember = operation({
  id: 'updateMember',
  method: 'PATCH',
  path: '/members/{userId}',
  access: { scope: 'workspace:write', role: 'viewer' },
  tag: 'Members',
  summary: "Change a member's role, or your own name",
  description:
    'A role needs the role admin, and the role owner where an owner is made or changed. The last owner stays owner. ' +
    'All API keys and sessions of the member have the new role at once.',
  body: ref(memberUpdateRequest),
  responses: { 200: { body: ref(member) } },
  errors: ['not_found', 'conflict'],
  audit: { action: 'member.changed', resource: 'member', id: { param: 'userId' }, facts: ['role'] },
  sample: { body: { role: 'admin' }, call: 'members.update', cli: 'members set-role USER_ID admin' },
});
