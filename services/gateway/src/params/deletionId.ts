import { notFound } from '@rotamer/kit/errors/fault.ts';
import { isId } from '@rotamer/kit/ids.ts';

/** The deletion id in a path; a malformed one is not_found, without a call. */
export function deletionIdOf({ deletionId }: { deletionId: string }): string {
  if (!isId('pdel', deletionId)) throw notFound('project deletion');
  return deletionId;
}
