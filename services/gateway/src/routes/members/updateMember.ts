import { refuseMakingMember } from '@rotamer/accounts/access/keyRights.ts';
import { updateMember as operation } from '@rotamer/api/operations/members/updateMember.ts';
import { userIdOf } from '@rotamer/http/params/ids.ts';
import { Fault, validationFault } from '@rotamer/kit/errors/fault.ts';
import { presentMember } from '@rotamer/present/presentMember.ts';
import { handler } from '../handler.ts';

/** PATCH /members/{userId}: changes the role of a member, or one's own name. */
export const updateMember = handler(operation, ({ members }) => async (request) => {
  const { workspaceId, userId: byUserId } = request.credential!;
  const named = { workspaceId, userId: userIdOf(request.params), byUserId };
  const { role, name } = request.body;
  if (role !== undefined) refuseMakingMember(request.credential!, role);
  if (name !== undefined && named.userId !== byUserId) {
    throw new Fault('forbidden', 'Only the users themselves change their names.', {
      resolution: 'Leave the field name out.',
    });
  }
  const chosen = name === undefined ? undefined : readName(name ?? '');
  const changed = role === undefined ? undefined : await members.setRole({ ...named, role }, request.traceparent);
  if (chosen === undefined) return presentMember(changed!);
  return presentMember(await members.setName({ ...named, name: chosen }));
});

/** Names stand in mails and on pages, so control characters, such as line ends, are refused. */
function readName(name: string): string {
  if (/\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}/u.test(name))
    throw validationFault([{ path: 'name', message: 'must not contain control or invisible characters' }]);
  return name.trim();
}
