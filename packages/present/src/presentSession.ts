import type { Person } from '@rotamer/accounts/access/accessStore.ts';
import type { Credential } from '@rotamer/accounts/access/credential.ts';
import type { Session } from '@rotamer/accounts/access/sessionStore.ts';
import type { PublicCurrentSession, PublicSession } from '@rotamer/api/schemas/session.ts';

/** A session of the public API. `currentId`: the credential of the request. */
export function presentSession(session: Session, currentId: string): PublicSession {
  const { id, userId, email, workspaceId, method, userAgent, address, createdAt, lastUsedAt, expiresAt } = session;
  return {
    id,
    object: 'session',
    user: { id: userId, email },
    workspace_id: workspaceId,
    method,
    user_agent: userAgent,
    address,
    current: id === currentId,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt.toISOString(),
    expires_at: expiresAt.toISOString(),
  };
}

/** The credential of a request, in the workspace in which it acts. */
export function presentCurrent(
  { kind, id, workspaceId, role, scopes, expiresAt }: Credential,
  { id: userId, email, name }: Person,
  workspaceName: string,
): PublicCurrentSession {
  return {
    object: 'current_session',
    kind,
    id,
    user: { id: userId, email, name: name ?? null },
    workspace: { id: workspaceId, name: workspaceName, role },
    scopes,
    expires_at: expiresAt?.toISOString() ?? null,
  };
}
