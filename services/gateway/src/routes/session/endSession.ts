import type { Credential } from '@rotamer/accounts/access/credential.ts';
import type { Session } from '@rotamer/accounts/access/sessionStore.ts';
import { hasRole } from '@rotamer/api/operation/access.ts';
import { endSession as operation } from '@rotamer/api/operations/session/endSession.ts';
import { sessionIdOf } from '@rotamer/http/params/sessionId.ts';
import { notFound } from '@rotamer/kit/errors/fault.ts';
import { handler } from '../handler.ts';
import { ownSessions } from './ownSessions.ts';

/** DELETE /sessions/{sessionId}: ends a session. A session that the sender may not end is not_found, like an unknown one. */
export const endSession = handler(operation, ({ sessions }) => async (request) => {
  const session = await sessions.get(sessionIdOf(request.params));
  if (!session || !mayEnd(request.credential!, session)) throw notFound('session');
  return { object: 'session_end' as const, ended: await sessions.end({ id: session.id }) };
});

function mayEnd(credential: Credential, session: Session): boolean {
  const { userId, workspaceId = session.workspaceId } = ownSessions(credential);
  const isOwn = session.userId === userId && session.workspaceId === workspaceId;
  return isOwn || (hasRole(credential.role, 'admin') && session.workspaceId === credential.workspaceId);
}
