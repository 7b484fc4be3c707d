import { systemClock } from '@rotamer/kit/clock.ts';
import { startSignals } from '@rotamer/kit/db/signals.ts';
import { notFound } from '@rotamer/kit/errors/fault.ts';
import { newId } from '@rotamer/kit/ids.ts';
import { eventually } from '@rotamer/kit/testing/eventually.ts';
import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import { serveRpcTable } from '@rotamer/kit/testing/serveRpcTable.ts';
import { Workspace } from '@rotamer/proto/billing/v1/billing.ts';
import { AccessDefinition } from '@rotamer/proto/gateway/v1/access.ts';
import { MembershipEvent, MembershipEventType } from '@rotamer/proto/gateway/v1/membership.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createApiKeys } from '../access/apiKeys.ts';
import { readCredentials, recordUses } from '../access/credentialStore.ts';
import { startKeyRing } from '../access/keyRing.ts';
import { takeLocalLink } from '../access/localLinkStore.ts';
import { createMembers } from '../access/members.ts';
import { createSession } from '../access/sessionStore.ts';
import { hashSecret } from '../access/tokenText.ts';
import { rpcTable } from '../rpcTable.ts';
import { accountsDatabase } from '../testing/accountsDatabase.ts';
import { testAudit } from '../testing/testAudit.ts';

const workspaceId = newId('ws', new Date());
const publicUrl = 'http://127.0.0.1:8080';

/** The Access service on a real database, called over gRPC, and the key rings of two gateways on that database. */
async function access(service = 'operator', localLinks = true) {
  const { db, url } = await accountsDatabase();
  const signals = () => {
    const some = startSignals({ url, db, log: quietLog });
    onTestFinished(some.stop);
    return some;
  };
  const billing = {
    getWorkspace: async ({ workspaceId: id }: { workspaceId?: string }) => {
      if (id !== workspaceId) throw notFound('workspace');
      return Workspace.fromPartial({ id });
    },
  };
  const own = signals();
  const members = createMembers({ db, signals: own, clock: systemClock });
  const apiKeys = createApiKeys({ db, signals: own, clock: systemClock });
  const server = await serveRpcTable(
    rpcTable({
      ...{ db, billing, members, apiKeys, audit: testAudit(), signals: own, clock: systemClock },
      ...{ localLinks, publicUrl },
    }),
  );
  const client = server.ask(AccessDefinition, service);
  const ring = () =>
    startKeyRing({
      read: (keyIds) => readCredentials(db, keyIds),
      recordUses: (uses) => recordUses(db, uses),
      signals: signals(),
      clock: systemClock,
      log: quietLog,
    });
  const rings = [ring(), ring()];
  onTestFinished(async () => {
    await Promise.all(rings.map((one) => one.stop()));
  });
  const published = async () => {
    const { rows } = await db.query('select value from outbox order by id');
    return rows.map(({ value }) => MembershipEvent.decode(value));
  };
  return { db, client, published, rings: rings as [ReturnType<typeof ring>, ReturnType<typeof ring>] };
}

const member = { workspaceId, email: 'ada@example.org', role: 'member' };

describe('CreateUser', () => {
  it('creates a member of a workspace; an address is one user everywhere', async () => {
    const { client } = await access();
    const user = await client.createUser(member);
    expect(user).toMatchObject({ ...member, id: expect.stringMatching(/^usr_/) });
    await expect(client.createUser({ ...member, email: ' Ada@Example.org ' })).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  it('refuses an unknown workspace', async () => {
    const { client } = await access();
    await expect(client.createUser({ ...member, workspaceId: 'ws_unknown' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('names all invalid fields', async () => {
    const { client } = await access();
    await expect(client.createUser({ ...member, email: 'ada', role: 'boss' })).rejects.toMatchObject({
      details: { errors: [{ path: 'email' }, { path: 'role' }] },
    });
  });
});

describe('CreateKey', () => {
  it('creates a key that every gateway accepts, without storing its secret', async () => {
    const { db, client, rings } = await access();
    const user = await client.createUser(member);
    const { key, secret } = await client.createKey({
      workspaceId,
      userId: user.id,
      scopes: ['jobs:write', 'jobs:read'],
    });
    for (const ring of rings) {
      expect(await ring.find(secret)).toMatchObject({
        id: key!.id,
        workspaceId,
        userId: user.id,
        role: 'member',
        scopes: ['jobs:read', 'jobs:write'],
      });
    }
    expect(key!.prefix).toBe(secret.slice(0, 17));
    const { rows } = await db.query('select to_jsonb(api_keys)::text as row, hash from api_keys');
    expect(rows[0].row).not.toContain(secret.slice(18));
    expect(rows[0].hash).toEqual(hashSecret(secret));
  });

  it('refuses users who are not members, unknown scopes and a past expiry', async () => {
    const { client } = await access();
    const user = await client.createUser(member);
    const key = { workspaceId, userId: user.id, scopes: ['jobs:read'] };
    await expect(client.createKey({ ...key, userId: 'usr_unknown' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(client.createKey({ ...key, workspaceId: 'ws_2' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(client.createKey({ ...key, scopes: ['jobs:admin'], expiresAt: new Date(0) })).rejects.toMatchObject({
      details: { errors: [{ path: 'scopes' }, { path: 'expires_at' }] },
    });
  });
});

describe('RevokeKey', () => {
  it('revokes the key on every gateway with the next pass, and can be repeated', async () => {
    const { client, rings } = await access();
    const user = await client.createUser(member);
    const { key, secret } = await client.createKey({ workspaceId, userId: user.id, scopes: [] });
    for (const ring of rings) expect(await ring.find(secret)).toBeDefined();
    const first = await client.revokeKey({ id: key!.id });
    for (const ring of rings) {
      await ring.reread();
      expect(await ring.find(secret)).toBeUndefined();
    }
    expect(await client.revokeKey({ id: key!.id })).toEqual(first);
  });

  it('returns not_found for an unknown key', async () => {
    const { client } = await access();
    await expect(client.revokeKey({ id: 'key_unknown' })).rejects.toMatchObject({ code: 'not_found' });
  });
});

const conflict = { code: 'conflict' };

/** Creates members of a workspace with these roles, and returns their ids. */
async function withMembers(client: Awaited<ReturnType<typeof access>>['client'], ...roles: string[]) {
  const users: string[] = [];
  for (const [i, role] of roles.entries()) {
    users.push((await client.createUser({ workspaceId, email: `user${i}@example.org`, role })).id);
  }
  return users;
}

describe('SetRole', () => {
  it('applies at once to keys that gateways have in memory', async () => {
    const { client, rings } = await access();
    const [, user] = await withMembers(client, 'owner', 'owner');
    const { secret } = await client.createKey({ workspaceId, userId: user, scopes: ['jobs:write'] });
    for (const ring of rings) expect((await ring.find(secret))?.role).toBe('owner');
    expect(await client.setRole({ workspaceId, userId: user, role: 'viewer' })).toMatchObject({ role: 'viewer' });
    for (const ring of rings) await eventually(async () => (await ring.find(secret))?.role === 'viewer');
  });

  it('refuses unknown roles and users of other workspaces', async () => {
    const { client } = await access();
    const [user] = await withMembers(client, 'owner');
    const change = { workspaceId, userId: user, role: 'admin' };
    await expect(client.setRole({ ...change, role: 'boss' })).rejects.toMatchObject({ code: 'validation_error' });
    await expect(client.setRole({ ...change, userId: 'usr_x' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(client.setRole({ ...change, workspaceId: 'ws_x' })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('publishes the changed membership, and nothing without a change', async () => {
    const { client, published } = await access();
    const [, user] = await withMembers(client, 'owner', 'member');
    await client.setRole({ workspaceId, userId: user, role: 'viewer' });
    await client.setRole({ workspaceId, userId: user, role: 'viewer' });
    await client.removeMember({ workspaceId, userId: user });
    const [, ...events] = await published();
    const { CREATED, UPDATED, DELETED } = MembershipEventType;
    expect(events.map(({ type, membership }) => [type, membership?.userId, membership?.role])).toEqual([
      [CREATED, user, 'member'],
      [UPDATED, user, 'viewer'],
      [DELETED, user, 'viewer'],
    ]);
  });
});

describe('RemoveMember', () => {
  it('revokes keys and ends sessions on every gateway at once, only in that workspace', async () => {
    const { db, client, rings } = await access();
    const [, user] = await withMembers(client, 'owner', 'member');
    await db.query(`insert into memberships (workspace_id, user_id, role) values ('ws_other', $1, 'member')`, [user]);
    const { secret } = await client.createKey({ workspaceId, userId: user, scopes: [] });
    const elsewhere = await client.createKey({ workspaceId: 'ws_other', userId: user, scopes: [] });
    const signIn = (at: string) =>
      createSession(db, {
        userId: user!,
        workspaceId: at,
        method: 'local_link',
        client: { userAgent: '', address: '' },
        now: new Date(),
      });
    const [ends, stays] = [await signIn(workspaceId), await signIn('ws_other')];
    // The stream of the session that stays acts in the workspace that its user leaves.
    const watched: Promise<void>[] = [];
    for (const ring of rings) {
      for (const one of [secret, ends.token, stays.token]) {
        const { keyId } = (await ring.find(one))!;
        watched.push(new Promise((resolve) => ring.watch({ keyId, workspaceId }, resolve)));
      }
    }
    expect(await client.removeMember({ workspaceId, userId: user })).toMatchObject({
      user: { id: user, role: 'member' },
      revokedKeys: 1,
    });
    await Promise.all(watched);
    for (const ring of rings) {
      expect(await ring.find(secret)).toBeUndefined();
      expect(await ring.find(elsewhere.secret)).toBeDefined();
      expect(await ring.find(ends.token)).toBeUndefined();
      expect(await ring.find(stays.token)).toMatchObject({ roles: { ws_other: 'member' } });
    }
  });

  it('leaves no valid key when the user becomes a member again', async () => {
    const { client, rings } = await access();
    const [, user] = await withMembers(client, 'owner', 'member');
    const { secret } = await client.createKey({ workspaceId, userId: user, scopes: [] });
    await client.removeMember({ workspaceId, userId: user });
    await client.createUser({ workspaceId, email: 'user1@example.org', role: 'member' });
    for (const ring of rings) expect(await ring.find(secret)).toBeUndefined();
  });

  it('leaves no key that was created for a former member or during the removal', async () => {
    const { db, client } = await access();
    const [, ...users] = await withMembers(client, 'owner', ...Array(8).fill('member'));
    const made = await Promise.allSettled(
      users.flatMap((userId) => [
        client.removeMember({ workspaceId, userId }),
        ...Array.from({ length: 3 }, () => client.createKey({ workspaceId, userId, scopes: [] })),
      ]),
    );
    const refused = made.flatMap((one) => (one.status === 'rejected' ? one.reason.code : []));
    expect(new Set([...refused, 'not_found'])).toEqual(new Set(['not_found']));
    const { rows } = await db.query('select count(*)::int as live from api_keys where revoked_at is null');
    expect(rows).toEqual([{ live: 0 }]);
    await expect(client.createKey({ workspaceId, userId: users[0], scopes: [] })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

describe('the last owner or admin', () => {
  it('can be neither removed nor demoted', async () => {
    const { client } = await access();
    const [owner, admin] = await withMembers(client, 'owner', 'admin');
    await expect(client.removeMember({ workspaceId, userId: owner })).rejects.toMatchObject(conflict);
    await expect(client.setRole({ workspaceId, userId: owner, role: 'viewer' })).rejects.toMatchObject(conflict);
    await client.setRole({ workspaceId, userId: admin, role: 'owner' });
    await client.removeMember({ workspaceId, userId: owner });
    expect((await client.listMembers({ workspaceId, limit: 10 })).members).toMatchObject([{ id: admin }]);
  });

  it('remains when all owners remove and demote each other concurrently', async () => {
    const { db, client } = await access();
    for (let round = 0; round < 10; round++) {
      await db.query('delete from memberships');
      const owners = await withMembers(client, 'owner', 'owner', 'owner', 'owner');
      const left = await Promise.allSettled(
        owners.map((userId, i) =>
          i % 2 === 0
            ? client.removeMember({ workspaceId, userId })
            : client.setRole({ workspaceId, userId, role: 'member' }),
        ),
      );
      const refused = left.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
      expect(refused).toEqual([expect.objectContaining(conflict)]);
      const { members } = await client.listMembers({ workspaceId, limit: 10 });
      expect(members.filter(({ role }) => role === 'owner')).toHaveLength(1);
    }
  });
});

const byWorkspace = (a: { workspaceId: string }, b: { workspaceId: string }) =>
  a.workspaceId < b.workspaceId ? -1 : 1;

describe('lists', () => {
  it('show members by page, with their roles', async () => {
    const { client } = await access();
    const [first, second, third] = await withMembers(client, 'owner', 'member', 'viewer');
    const page = await client.listMembers({ workspaceId, limit: 2 });
    expect(page).toMatchObject({ members: [{ id: first, role: 'owner' }, { id: second }], hasMore: true });
    expect(await client.listMembers({ workspaceId, limit: 2, afterId: second })).toMatchObject({
      members: [{ id: third, role: 'viewer', email: 'user2@example.org' }],
      hasMore: false,
    });
    expect(await client.listMembers({ workspaceId: 'ws_other', limit: 2 })).toMatchObject({ members: [] });
    for (const limit of [0, 1_001]) await expect(client.listMembers({ workspaceId, limit })).rejects.toThrow('limit');
  });

  it('show users of all workspaces with roles, live keys, sessions and the last sign-in', async () => {
    const { db, client } = await access();
    const [owner, user] = (await withMembers(client, 'owner', 'member')) as [string, string];
    const key = (expiresAt?: Date) => client.createKey({ workspaceId, userId: user, scopes: [], expiresAt });
    await key();
    await key(new Date(Date.now() + 60_000));
    await client.revokeKey({ id: (await key()).key!.id });
    await db.query(`insert into memberships (workspace_id, user_id, role) values ('ws_other', $1, 'viewer')`, [user]);
    const now = new Date();
    const from = { userAgent: 'test', address: '127.0.0.1' };
    await createSession(db, { userId: user, method: 'local_link', client: from, now });
    expect(await client.listUsers({ limit: 1 })).toMatchObject({ users: [{ id: owner }], hasMore: true });
    const { users } = await client.listUsers({ limit: 1, afterId: owner });
    const memberships = [
      { workspaceId, role: 'member', liveKeys: 2 },
      { workspaceId: 'ws_other', role: 'viewer', liveKeys: 0 },
    ];
    const shown = { id: user, email: 'user1@example.org', liveSessions: 1, lastSignedInAt: now, memberships };
    expect(users).toMatchObject([{ ...shown, memberships: memberships.toSorted(byWorkspace) }]);
    for (const named of [user, ' User1@Example.org '])
      expect(await client.listUsers({ limit: 9, user: named })).toEqual({ users, hasMore: false });
    expect(await client.listUsers({ limit: 9, user: 'nobody' })).toEqual({ users: [], hasMore: false });
  });

  it('show keys of a user, also revoked ones, and never a secret', async () => {
    const { client } = await access();
    const [owner, user] = await withMembers(client, 'owner', 'member');
    const made = await client.createKey({ workspaceId, userId: user, scopes: ['jobs:read'] });
    const ofOwner = await client.createKey({ workspaceId, userId: owner, scopes: [] });
    await client.removeMember({ workspaceId, userId: user });
    const { keys } = await client.listKeys({ workspaceId, userId: user, limit: 10 });
    expect(keys).toMatchObject([
      { id: made.key!.id, prefix: made.key!.prefix, scopes: ['jobs:read'], revokedAt: expect.any(Date) },
    ]);
    expect(JSON.stringify(keys)).not.toContain(made.secret.slice(18));
    const all = await client.listKeys({ workspaceId, limit: 10 });
    expect(all.keys.map(({ id }) => id)).toEqual([made.key!.id, ofOwner.key!.id]);
  });
});

describe('a service that is not an operator', () => {
  it('is refused by every method', async () => {
    const { client } = await access('runner');
    await expect(client.createUser(member)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(client.createKey({ workspaceId })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(client.revokeKey({ id: 'key_1' })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(client.listMembers({ workspaceId })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(client.setRole({ workspaceId })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(client.removeMember({ workspaceId })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(client.listUsers({})).rejects.toMatchObject({ code: 'forbidden' });
    await expect(client.listKeys({ workspaceId })).rejects.toMatchObject({ code: 'forbidden' });
  });
});

describe('CreateLoginLink', () => {
  const tokenOf = (url: string) => new URL(url).searchParams.get('token')!;

  it('makes a link that signs in the owner of the oldest workspace, once, for 15 minutes', async () => {
    const { db, client } = await access();
    const [, owner] = await withMembers(client, 'admin', 'owner', 'owner');
    const [link, other] = [await client.createLoginLink({}), await client.createLoginLink({})];
    expect(link).toMatchObject({
      userId: owner,
      workspaceId,
      url: expect.stringContaining(`${publicUrl}/login/local?`),
    });
    const after = (minutes: number) => new Date(Date.now() + minutes * 60_000);
    expect(await takeLocalLink(db, tokenOf(other.url), after(15.1))).toBeUndefined();
    const both = await Promise.all([1, 2].map(() => takeLocalLink(db, tokenOf(link.url), after(14))));
    expect(both.filter(Boolean)).toEqual([{ userId: owner, workspaceId }]);
    expect(await takeLocalLink(db, 'nonsense', after(0))).toBeUndefined();
    const { rows } = await db.query('select to_jsonb(local_links)::text as row from local_links');
    for (const { row } of rows) expect(row).not.toContain(tokenOf(other.url));
  });

  it('signs in the user that is named, and nobody who is not a member', async () => {
    const { client } = await access();
    const user = await client.createUser(member);
    expect(await client.createLoginLink({ user: ' Ada@example.org' })).toMatchObject({ userId: user.id });
    expect(await client.createLoginLink({ user: user.id })).toMatchObject({ userId: user.id });
    for (const wrong of ['', 'usr_unknown'])
      await expect(client.createLoginLink({ user: wrong })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is refused where other machines may reach the stack', async () => {
    const { client } = await access('operator', false);
    await expect(client.createLoginLink({})).rejects.toMatchObject({ code: 'forbidden' });
  });
});
