import { notFound } from '@rotamer/kit/errors/fault.ts';
import { isId } from '@rotamer/kit/ids.ts';

/** The session id in a path; a malformed one is not_found, without a statement. */
export function sessionIdOf({ sessionId }: { sessionId: string }): string {
  if (!isId('ses', sessionId)) throw notFound('session');
  return sessionId;
}
