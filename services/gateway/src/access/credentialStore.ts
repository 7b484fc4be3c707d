import type { Queryable } from '@rotamer/kit/db/db.ts';
import { readKeys } from './accessStore.ts';
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

/** Stores when sessions were last used, by public id. */
export async function recordUses(db: Queryable, uses: ReadonlyMap<string, Use>): Promise<void> {
  const ofSessions = new Map([...uses].filter(([publicId]) => isSessionId(publicId)));
  if (ofSessions.size > 0) await recordSessionUses(db, ofSessions);
}

function kindOf(publicId: string): 'sessions' | 'keys' {
  return isSessionId(publicId) ? 'sessions' : 'keys';
}
