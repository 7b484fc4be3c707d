import type { Credential } from '@rotamer/accounts/access/credential.ts';
import type { SessionFilter } from '@rotamer/accounts/access/sessionStore.ts';

/** Returns which sessions are those of the sender: all of a person, but for a key only those that act in its workspace. */
export function ownSessions({ kind, userId, workspaceId }: Credential): SessionFilter {
  return kind === 'session' ? { userId } : { userId, workspaceId };
}
