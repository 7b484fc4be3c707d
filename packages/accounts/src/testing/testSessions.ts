import type { Role } from '@rotamer/api/operation/access.ts';
import { scopes } from '@rotamer/api/operation/access.ts';
import type { Clock } from '@rotamer/kit/clock.ts';
import { Fault } from '@rotamer/kit/errors/fault.ts';
import { newId } from '@rotamer/kit/ids.ts';
import type { CredentialRecord } from '../access/credential.ts';
import type { PersonSessions } from '../access/personSessions.ts';
import { IDLE_MS, type Session } from '../access/sessionStore.ts';
import { makeSessionToken } from '../access/sessionToken.ts';
import { hashSecret } from '../access/tokenText.ts';

/** Sessions in memory. `records`: the credentials that the key ring reads. `people`: the roles of users by workspace. */
export function testSessions(records: Map<string, CredentialRecord>, clock: Clock) {
  const people = new Map<string, Record<string, Role>>([['usr_1', { ws_1: 'owner', ws_2: 'member' }]]);
  const live = new Map<string, Session>();
  const matches = (one: Session, { userId, workspaceId }: { userId?: string; workspaceId?: string }) =>
    (userId ?? one.userId) === one.userId && (workspaceId ?? one.workspaceId) === one.workspaceId;

  function act(session: Session): void {
    const roles = people.get(session.userId) ?? {};
    const old = records.get(session.publicId)!;
    records.set(session.publicId, {
      ...old,
      workspaceId: session.workspaceId,
      role: roles[session.workspaceId]!,
      roles,
    });
  }

  const sessions: PersonSessions = {
    person: async (id) => ({ id, email: `${id}@example.org` }),
    async workspaces(userId, after, limit) {
      const all = Object.entries(people.get(userId) ?? {}).filter(([id]) => id > after);
      const rows = all.slice(0, limit).map(([workspaceId, role]) => ({ workspaceId, role }));
      return { rows, hasMore: all.length > limit };
    },
    async create({ userId, workspaceId = 'ws_1', method, client }) {
      const now = clock();
      const { publicId, token } = makeSessionToken();
      if (!people.get(userId)?.[workspaceId]) throw new Fault('forbidden', 'You are not a member of this workspace.');
      const session = {
        ...{ id: newId('ses', now), publicId, userId, email: `${userId}@example.org`, workspaceId, method, ...client },
        ...{ createdAt: now, lastUsedAt: now, expiresAt: new Date(now.getTime() + IDLE_MS) },
      };
      live.set(session.id, session);
      const { id, expiresAt } = session;
      const who = { kind: 'session', id, keyId: publicId, userId, workspaceId, role: 'viewer', expiresAt } as const;
      records.set(publicId, { ...who, scopes: [...scopes], hash: hashSecret(token) });
      act(session);
      return { token, session };
    },
    get: async (id) => live.get(id),
    async list({ limit, beforeId, ...filter }) {
      const all = [...live.values()].filter((one) => matches(one, filter) && (!beforeId || one.id < beforeId));
      const sorted = all.toSorted((a, b) => (a.id < b.id ? 1 : -1));
      return { sessions: sorted.slice(0, limit), hasMore: sorted.length > limit };
    },
    async end({ id, exceptId, ...filter }) {
      const all = [...live.values()].filter(
        (one) => matches(one, filter) && (id ?? one.id) === one.id && one.id !== exceptId,
      );
      for (const one of all) {
        live.delete(one.id);
        records.delete(one.publicId);
      }
      return all.length;
    },
    async switchWorkspace(id, workspaceId) {
      const session = live.get(id);
      if (!session || !people.get(session.userId)?.[workspaceId]) return undefined;
      const switched = { ...session, workspaceId };
      live.set(id, switched);
      act(switched);
      return switched;
    },
  };
  return { ...sessions, people, live };
}
