import { notFound } from '@rotamer/kit/errors/fault.ts';
import { isId } from '@rotamer/kit/ids.ts';

/** The invitation id in a path; a malformed one is not_found, without a statement. */
export function invitationIdOf({ invitationId }: { invitationId: string }): string {
  if (!isId('inv', invitationId)) throw notFound('invitation');
  return invitationId;
}
