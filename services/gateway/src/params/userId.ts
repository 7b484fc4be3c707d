import { notFound } from '@rotamer/kit/errors/fault.ts';
import { isId } from '@rotamer/kit/ids.ts';

/** The user id in a path; a malformed one is not_found, without a statement. */
export function userIdOf({ userId }: { userId: string }): string {
  if (!isId('usr', userId)) throw notFound('member of this workspace');
  return userId;
}
