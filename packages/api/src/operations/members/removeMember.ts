import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { memberRemoval } from '../../schemas/member.ts';

/** DELETE /members/{userId}: ends a membership; everyone may leave. */
export const removeMember = operation({
  id: 'removeMember',
  method: 'DELETE',
  path: '/members/{userId}',
  access: { scope: 'workspace:write', role: 'viewer' },
  tag: 'Members',
  summary: 'Remove a member, or leave the workspace',
  description:
    'Everyone may leave. To remove another member needs the role admin, and the role owner for an owner. The last owner ' +
    'stays. API keys and sessions of the member end at once; jobs, files and projects stay in the workspace.',
  responses: { 200: { body: ref(memberRemoval) } },
  errors: ['not_found', 'conflict'],
  audit: { action: 'member.removed', resource: 'member', id: { param: 'userId' }, facts: ['revoked_keys'] },
  sample: { call: 'members.remove', cli: 'members remove USER_ID --yes' },
});
