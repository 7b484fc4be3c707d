import { type Role, scopes } from '@rotamer/api/operation/access.ts';
import { newId } from '@rotamer/kit/ids.ts';
import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { accountsDatabase } from '../testing/accountsDatabase.ts';
import { addMember, ensureUser } from './accessStore.ts';
import { createApiKeys, type Issued } from './apiKeys.ts';
import type { Credential, CredentialRecord } from './credential.ts';
import { readCredentials, recordUses } from './credentialStore.ts';
import { startKeyRing } from './keyRing.ts';
import { createMembers } from './members.ts';

const workspaceId = newId('ws', new Date());
const [one, other] = ['proj_01kjmma2g0e9dtsezyywpss2bm', 'proj_01kjmma2g0e9dtsezyywpss2bn'];

/** Two members of a workspace, their sessions, and the key ring of a gateway on a real database. */
async function workspaceOf(role: Role, otherRole: Role = 'owner') {
  const { db } = await accountsDatabase();
  const time = { ahead: 0 };
  const clock = () => new Date(Date.now() + time.ahead);
  let wake = () => {};
  const signals = {
    send: () => wake(),
    on(_: string, hear: () => void) {
      wake = hear;
      return () => {};
    },
  };
  const apiKeys = createApiKeys({ db, signals, clock });
  const members = createMembers({ db, signals, clock });
  const ring = startKeyRing({
    read: (ids) => readCredentials(db, ids),
    recordUses: (uses) => recordUses(db, uses),
    signals,
    clock,
    log: quietLog,
  });
  onTestFinished(() => ring.stop());
  async function signIn(email: string, as: Role): Promise<Credential> {
    const { id: userId } = await ensureUser(db, newId('usr', new Date()), email);
    await addMember(db, workspaceId, userId, as);
    return { kind: 'session', id: 'ses_1', keyId: 'session', workspaceId, userId, role: as, scopes: [...scopes] };
  }
  const session = await signIn('ada@example.org', role);
  const colleague = await signIn('bob@example.org', otherRole);
  /** The credential of a request with this key. */
  const use = async ({ secret }: Issued): Promise<CredentialRecord> => (await ring.find(secret!, '192.0.2.7'))!;
  return { db, apiKeys, members, ring, session, colleague, use, time };
}

const forbidden = { code: 'forbidden' };
const conflict = { code: 'conflict' };
const named = { name: 'Nightly', scopes: ['jobs:read' as const] };
/** The scopes of a key that makes other keys. */
const maker = { name: 'Maker', scopes: ['jobs:read', 'jobs:write', 'workspace:write'] as never, mayCreateKeys: true };

describe('creating a key', () => {
  it('gives a session what it asks for, and may_create_keys only if asked', async () => {
    const { apiKeys, session, use } = await workspaceOf('member');
    const issued = await apiKeys.create(session, { ...named, projectIds: [one], tools: ['blast-search'] });
    expect(issued.key).toMatchObject({ ...named, projectIds: [one], tools: ['blast-search'], mayCreateKeys: false });
    expect(await use(issued)).toMatchObject({ userId: session.userId, projectIds: [one], tools: ['blast-search'] });
  });

  it.each([
    ['viewer', ['jobs:write']],
    ['viewer', ['jobs:read', 'workspace:write']],
  ] as const)('refuses a %s the scopes %j', async (role, wanted) => {
    const { apiKeys, session } = await workspaceOf(role);
    await expect(apiKeys.create(session, { ...named, scopes: [...wanted] })).rejects.toMatchObject({
      ...forbidden,
      details: { errors: [{ path: 'scopes' }] },
    });
  });

  it('goes by the role in the database, not by the one in memory', async () => {
    const { apiKeys, members, session, colleague } = await workspaceOf('member');
    const { userId } = session;
    await members.setRole({ workspaceId, userId, byUserId: colleague.userId, role: 'viewer' }, '');
    await expect(apiKeys.create(session, { ...named, scopes: ['jobs:write'] })).rejects.toMatchObject(forbidden);
    await members.remove({ workspaceId, userId }, '');
    await expect(apiKeys.create(session, named)).rejects.toMatchObject(forbidden);
  });

  it('keeps the name of a revoked key for reports, in its own workspace only', async () => {
    const { apiKeys, session } = await workspaceOf('member');
    const { key } = await apiKeys.create(session, named);
    await apiKeys.revoke(session, key.id);
    expect(await apiKeys.names(workspaceId, [key.keyId, 'abcdefgh'])).toEqual(new Map([[key.keyId, named.name]]));
    expect(await apiKeys.names(newId('ws', new Date()), [key.keyId])).toEqual(new Map());
  });

  it('is refused to a key without may_create_keys, which is the default', async () => {
    const { apiKeys, session, use } = await workspaceOf('owner');
    const key = await use(await apiKeys.create(session, { name: 'All', scopes: [...scopes] }));
    await expect(apiKeys.create(key, named)).rejects.toMatchObject(forbidden);
  });

  it('gives a key at most its own rights, and its limits by default', async () => {
    const { apiKeys, session, use } = await workspaceOf('owner');
    const expiresAt = new Date(Date.now() + 3_600_000);
    const limits = { projectIds: [one], tools: ['blast-search'], expiresAt };
    const key = await use(await apiKeys.create(session, { ...maker, ...limits }));
    const later = new Date(expiresAt.getTime() + 1);
    for (const [path, wanted] of [
      ['scopes', { scopes: ['jobs:read', 'files:read'] as never }],
      ['project_ids', { projectIds: [one, other] }],
      ['project_ids', { projectIds: null }],
      ['tools', { tools: ['hmmer-search'] }],
      ['tools', { tools: null }],
      ['expires_at', { expiresAt: later }],
      ['expires_at', { expiresAt: null }],
    ] as const) {
      const refusal = apiKeys.create(key, { ...named, ...wanted } as never);
      await expect(refusal).rejects.toMatchObject({ ...forbidden, details: { errors: [{ path }] } });
    }
    const made = await apiKeys.create(key, named);
    expect(made.key).toMatchObject({ ...named, ...limits, mayCreateKeys: false, createdByKey: key.id });
  });

  it('stores the budget before the key, creates nothing when that fails, and removes it when the key is refused', async () => {
    const { apiKeys, session, db } = await workspaceOf('member');
    const submission = { id: '00000000-0000-4000-8000-000000000002', digest: 'a' };
    const stored = new Map<string, number | null>();
    const budget = {
      store: async (keyId: string) => stored.set(keyId, (await db.query('select from api_keys')).rowCount),
      remove: async (keyId: string) => stored.delete(keyId),
    };
    const store = async () => {
      throw new Error('billing is unavailable');
    };
    const fails = { ...budget, store };
    await expect(apiKeys.create(session, named, submission, fails)).rejects.toThrow('billing is unavailable');
    expect((await db.query('select from api_keys')).rowCount).toBe(0);
    const tooMuch = { ...named, scopes: [...scopes], expiresAt: new Date(0) };
    await expect(apiKeys.create(session, tooMuch, undefined, budget)).rejects.toThrow();
    expect(stored.size).toBe(0);
    const both = await Promise.all([1, 2].map(() => apiKeys.create(session, named, submission, budget)));
    const made = both.find(({ secret }) => secret !== undefined)!;
    expect([...stored]).toEqual([[made.key.keyId, 0]]);
    await apiKeys.create(session, named, submission, fails);
    expect(await apiKeys.findByPublicId(workspaceId, made.key.keyId)).toMatchObject({ id: made.key.id });
    expect(await apiKeys.findByPublicId('ws_other', made.key.keyId)).toBeUndefined();
  });

  it('happens once for a submission, without a second look at the secret', async () => {
    const { apiKeys, session } = await workspaceOf('member');
    const submission = { id: '00000000-0000-4000-8000-000000000001', digest: 'a' };
    const made = await Promise.all(Array.from({ length: 5 }, () => apiKeys.create(session, named, submission)));
    expect(new Set(made.map(({ key }) => key.id)).size).toBe(1);
    expect(made.filter(({ secret }) => secret !== undefined)).toHaveLength(1);
    await expect(apiKeys.create(session, named, { ...submission, digest: 'b' })).rejects.toMatchObject(conflict);
  });

  it('ends at 200 active keys of a member, also for concurrent requests', async () => {
    const { db, apiKeys, session } = await workspaceOf('member');
    await db.query(
      `insert into api_keys (id, key_id, hash, workspace_id, user_id, scopes)
       select 'key_' || i, i, '', $1, $2, '{}' from generate_series(1, 197) i`,
      [workspaceId, session.userId],
    );
    const made = await Promise.allSettled(Array.from({ length: 6 }, () => apiKeys.create(session, named)));
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  });
});

describe('changing a key', () => {
  it('lets people narrow and widen their own keys, and no others', async () => {
    const { apiKeys, session, colleague } = await workspaceOf('member');
    const { id } = (await apiKeys.create(session, named)).key;
    expect(await apiKeys.update(session, id, { scopes: ['jobs:write'], tools: ['blast-search'] })).toMatchObject({
      scopes: ['jobs:write'],
      tools: ['blast-search'],
    });
    expect(await apiKeys.update(session, id, { tools: null })).toMatchObject({ tools: undefined });
    await expect(apiKeys.update(colleague, id, { name: 'Mine' })).rejects.toMatchObject(forbidden);
    await expect(apiKeys.rotate(colleague, id, 0)).rejects.toMatchObject(forbidden);
    expect(await apiKeys.revoke(colleague, id)).toMatchObject({ revokedAt: expect.any(Date) });
    await expect(apiKeys.update(session, id, { name: 'Again' })).rejects.toMatchObject(conflict);
  });

  it('lets a key widen neither itself nor another key', async () => {
    const { apiKeys, session, use } = await workspaceOf('owner');
    const strong = await apiKeys.create(session, { name: 'Strong', scopes: [...scopes] });
    const expiresAt = new Date(Date.now() + 3_600_000);
    const rights = { projectIds: [one], tools: ['blast-search'], expiresAt };
    const weak = await use(await apiKeys.create(session, { ...named, scopes: ['workspace:write'], ...rights }));
    for (const change of [
      { scopes: ['workspace:write', 'jobs:read'] as never },
      { projectIds: null },
      { tools: null },
      { expiresAt: null },
      { mayCreateKeys: true },
    ]) {
      await expect(apiKeys.update(weak, weak.id, change)).rejects.toMatchObject(forbidden);
    }
    await expect(apiKeys.update(weak, strong.key.id, { name: 'x' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(apiKeys.rotate(weak, strong.key.id, 0)).rejects.toMatchObject({ code: 'not_found' });
    await expect(apiKeys.revoke(weak, strong.key.id)).rejects.toMatchObject({ code: 'not_found' });
    const unlimited = await use(await apiKeys.create(session, { ...named, scopes: ['workspace:write'] }));
    await expect(apiKeys.rotate(unlimited, strong.key.id, 0)).rejects.toMatchObject(forbidden);
    expect(await apiKeys.update(weak, weak.id, { name: 'Renamed' })).toMatchObject({ name: 'Renamed' });
  });

  it('shows no key of another workspace, or of another member without the role admin', async () => {
    const { apiKeys, session, colleague } = await workspaceOf('owner', 'member');
    const { id } = (await apiKeys.create(session, named)).key;
    const foreign = { ...session, workspaceId: 'ws_other' };
    for (const who of [colleague, foreign]) {
      await expect(apiKeys.get(who, id)).rejects.toMatchObject({ code: 'not_found' });
      await expect(apiKeys.revoke(who, id)).rejects.toMatchObject({ code: 'not_found' });
    }
  });
});

describe('rotating a key', () => {
  it('keeps id and rights, and accepts both secrets until the overlap ends', async () => {
    const { apiKeys, session, use, ring, time } = await workspaceOf('member');
    const before = await apiKeys.create(session, named);
    const { id } = before.key;
    const after = await apiKeys.rotate(session, id, 60);
    expect(after.key).toMatchObject({
      id,
      keyId: before.key.keyId,
      name: 'Nightly',
      previous: { until: expect.any(Date) },
    });
    expect((await use(before)).secretUntil).toEqual(after.key.previous!.until);
    expect((await use(after)).secretUntil).toBeUndefined();
    await expect(apiKeys.rotate(session, id, 60)).rejects.toMatchObject(conflict);
    time.ahead = 61_000;
    expect(await ring.find(before.secret!)).toBeUndefined();
    expect(await use(after)).toMatchObject({ id });
  });

  it('ends all earlier secrets at once with an overlap of 0, and the streams that they opened', async () => {
    const { apiKeys, session, use, ring } = await workspaceOf('member');
    const first = await apiKeys.create(session, named);
    const second = await apiKeys.rotate(session, first.key.id, 3_600);
    const ended = vi.fn();
    ring.watch(await use(first), ended);
    const third = await apiKeys.rotate(session, first.key.id, 0);
    await ring.reread();
    expect(ended).toHaveBeenCalledTimes(1);
    for (const { secret } of [first, second]) expect(await ring.find(secret!)).toBeUndefined();
    expect(await use(third)).toMatchObject({ id: first.key.id });
  });

  it('lets one of many concurrent rotations with an overlap pass', async () => {
    const { apiKeys, session, use } = await workspaceOf('member');
    const first = await apiKeys.create(session, named);
    const made = await Promise.allSettled(Array.from({ length: 8 }, () => apiKeys.rotate(session, first.key.id, 60)));
    const passed = made.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    expect(passed).toHaveLength(1);
    for (const issued of [first, passed[0]!]) expect(await use(issued)).toMatchObject({ id: first.key.id });
  });

  it('lets a replaced secret read, and end its key, but neither rotate nor create keys', async () => {
    const { apiKeys, session, use } = await workspaceOf('member');
    const first = await apiKeys.create(session, maker);
    const self = await use(first);
    await apiKeys.rotate(self, self.id, 60);
    const leaked = await use(first);
    await expect(apiKeys.create(leaked, named)).rejects.toMatchObject(forbidden);
    expect(() => apiKeys.rotate(leaked, leaked.id, 0)).toThrow('was replaced');
    expect(() => apiKeys.update(leaked, leaked.id, { name: 'x' })).toThrow('was replaced');
    expect(await apiKeys.revoke(leaked, leaked.id)).toMatchObject({ revokedAt: expect.any(Date) });
  });
});

describe('revoking a key', () => {
  it('revokes the keys that it created, and theirs', async () => {
    const { apiKeys, session, use, ring } = await workspaceOf('member');
    const parent = await apiKeys.create(session, maker);
    const child = await apiKeys.create(await use(parent), maker);
    const grandchild = await apiKeys.create(await use(child), named);
    await apiKeys.revoke(session, parent.key.id);
    for (const { secret } of [parent, child, grandchild]) expect(await ring.find(secret!)).toBeUndefined();
  });

  it('leaves no key that the revoked key creates at the same time', async () => {
    const { db, apiKeys, session, use } = await workspaceOf('member');
    for (let round = 0; round < 5; round++) {
      const parent = await apiKeys.create(session, maker);
      const credential = await use(parent);
      const made = await Promise.allSettled([
        ...Array.from({ length: 4 }, () => apiKeys.create(credential, named)),
        apiKeys.revoke(session, parent.key.id),
        ...Array.from({ length: 4 }, () => apiKeys.create(credential, named)),
      ]);
      for (const each of made) if (each.status === 'rejected') expect(each.reason).toMatchObject(forbidden);
    }
    const { rows } = await db.query('select count(*)::int as live from api_keys where revoked_at is null');
    expect(rows).toEqual([{ live: 0 }]);
  });
});

describe('the last use of a key', () => {
  it('has time, address, and whether the secret was the one before', async () => {
    const { apiKeys, session, use, ring } = await workspaceOf('member');
    const first = await apiKeys.create(session, named);
    await apiKeys.rotate(session, first.key.id, 60);
    await use(first);
    await ring.reread();
    expect(await apiKeys.get(session, first.key.id)).toMatchObject({
      lastUsedAt: expect.any(Date),
      lastUsedAddress: '192.0.2.7',
      previous: { usedAt: expect.any(Date) },
    });
  });
});
