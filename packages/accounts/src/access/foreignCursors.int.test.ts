import type { Db } from '@rotamer/kit/db/db.ts';
import { newId } from '@rotamer/kit/ids.ts';
import { describe, expect, it } from 'vitest';
import { insertInvitation, listInvitations } from '../invitations/invitationStore.ts';
import { accountsDatabase } from '../testing/accountsDatabase.ts';
import { addMember, ensureUser } from './accessStore.ts';
import { insertApiKey, listApiKeys } from './apiKeyStore.ts';
import { listMembers } from './memberStore.ts';
import { createSession, listSessions } from './sessionStore.ts';

const start = Date.parse('2026-03-01T12:00:00Z');
const now = new Date(start);
const [own, foreign] = [newId('ws', now), newId('ws', new Date(start + 1))];

/** The ids of one member with a key, a session and an invitation. */
type Made = Record<'workspaceId' | 'member' | 'key' | 'session' | 'invitation', string>;

/** Members of two workspaces, in turn, so that every list of one workspace has rows of the other in between. */
async function twoWorkspaces() {
  const { db } = await accountsDatabase();
  const made: Made[] = [];
  for (let n = 0; n < 6; n++) {
    const at = new Date(start + n);
    const workspaceId = n % 2 === 0 ? own : foreign;
    const { id: userId } = await ensureUser(db, newId('usr', at), `user${n}@example.org`);
    await addMember(db, workspaceId, userId, 'owner');
    const of = { workspaceId, userId };
    const client = { userAgent: '', address: '' };
    const { session } = await createSession(db, { ...of, method: 'oidc', client, now: at });
    const keyId = `key0000${n}`;
    const rights = { name: 'Key', scopes: [], mayCreateKeys: false };
    const key = await insertApiKey(db, { ...of, ...rights, id: newId('key', at), keyId, hash: Buffer.from(keyId) });
    const invitation = await insertInvitation(db, {
      ...{ id: newId('inv', at), workspaceId, email: `guest${n}@example.org`, role: 'viewer', invitedBy: userId },
      ...{ createdAt: at, expiresAt: new Date(start + 1e6) },
    });
    made.push({ workspaceId, member: userId, key: key!.id, session: session.id, invitation: invitation!.id });
  }
  return { db, made };
}

/** The lists as routes ask for them: the ids after a cursor. */
const lists: Record<Exclude<keyof Made, 'workspaceId'>, (db: Db, after: string) => Promise<string[]>> = {
  member: async (db, after) => (await listMembers(db, own, after, 10)).map(({ userId }) => userId),
  key: async (db, after) =>
    (await listApiKeys(db, { workspaceId: own, userId: '', includeRevoked: true }, after, 10)).map(({ id }) => id),
  invitation: async (db, after) =>
    (await listInvitations(db, { workspaceId: own, includeEnded: true, now }, after, 10)).map(({ id }) => id),
  session: async (db, after) =>
    (await listSessions(db, { workspaceId: own, beforeId: after, limit: 10, now })).sessions.map(({ id }) => id),
};

describe('a cursor of another workspace', () => {
  it.each(Object.keys(lists) as (keyof typeof lists)[])('shows no %s of that workspace', async (kind) => {
    const { db, made } = await twoWorkspaces();
    const ofOwn = made.filter(({ workspaceId }) => workspaceId === own).map((one) => one[kind]);
    for (const one of made) {
      const expected = ofOwn.filter((id) => (kind === 'session' ? id < one[kind] : id > one[kind]));
      expect((await lists[kind](db, one[kind])).toSorted()).toEqual(expected);
    }
  });
});
