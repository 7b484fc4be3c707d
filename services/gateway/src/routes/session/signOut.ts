import { signOut as operation } from '@rotamer/api/operations/session/signOut.ts';
import { handler } from '../handler.ts';
import { requireSession } from './requireSession.ts';

/** DELETE /session: ends the session of the request. */
export const signOut = handler(operation, ({ sessions }) => async (request) => {
  const { id } = requireSession(request, 'An API key does not sign out: it is revoked.');
  return { object: 'session_end' as const, ended: await sessions.end({ id }) };
});
