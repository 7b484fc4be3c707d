import type { Db } from '@rotamer/kit/db/db.ts';
import { purgeSessions } from './access/sessionStore.ts';
import { purgeInvitations } from './invitations/invitationStore.ts';
import { purgeLinks } from './loginLink/loginLinkStore.ts';
import { purgeUsedStates } from './oidc/identityStore.ts';

/** Deletes sessions, links to sign in, states of OpenID Connect and invitations that ended long ago. */
export async function purgeAccounts(db: Db, now: Date): Promise<void> {
  await purgeSessions(db, now);
  await purgeLinks(db);
  await purgeUsedStates(db);
  await purgeInvitations(db);
}
