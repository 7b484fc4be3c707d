import type { Queryable } from '@rotamer/kit/db/db.ts';
import { readKeys } from './accessStore.ts';
import { recordKeyUses } from './apiKeyStore.ts';
import type { CredentialRecord } from './credential.ts';
import type { Use } from './recentKeys.ts';
import { readSessions, recordSessionUses } from './sessionStore.ts';
import { isSessionId } from './sessionToken.ts';

/** Returns the active keys and sessions among these public ids, with one statement for each kind. */
export async function readCredentials(db: Queryable, publicIds: string[]): Promise<CredentialRecord[]> {
  const { sessions = [], keys = [] } = Object.groupBy(publicIds, kindOf);
  const found = await Promise.all([
    keys.length > 0 ? readKeys(db, keys) : [],
    sessions.length > 0 ? readSessions(db, sessions) : [],
  ]);
  return found.flat();
}

/** Stores when keys and sessions were last used, by public id. */
export async function recordUses(db: Queryable, uses: ReadonlyMap<string, Use>): Promise<void> {
  const { sessions = [], keys = [] } = Object.groupBy(uses, ([publicId]) => kindOf(publicId));
  if (sessions.length > 0) await recordSessionUses(db, new Map(sessions));
  if (keys.length > 0) await recordKeyUses(db, new Map(keys));
}

function kindOf(publicId: string): 'sessions' | 'keys' {
  return isSessionId(publicId) ? 'sessions' : 'keys';
}
