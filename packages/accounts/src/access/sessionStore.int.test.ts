import type { Role } from '@rotamer/api/operation/access.ts';
import { describe, expect, it } from 'vitest';
import { accountsDatabase } from '../testing/accountsDatabase.ts';
import { addMember, ensureUser } from './accessStore.ts';
import { readCredentials } from './credentialStore.ts';
import { deleteMember } from './memberStore.ts';
import {
  createSession,
  endSessions,
  IDLE_MS,
  listSessions,
  purgeSessions,
  recordSessionUses,
  switchWorkspace,
} from './sessionStore.ts';
import { hashSecret, matchesHash } from './tokenText.ts';

const now = new Date('2026-03-01T12:00:00Z');
const client = { userAgent: 'Firefox', address: '192.0.2.1' };
const after = (ms: number) => new Date(now.getTime() + ms);
const day = 24 * 3_600_000;

/** A gateway's database with a person in these workspaces. */
async function world(roles: Record<string, Role> = { ws_1: 'member' }) {
  const { db } = await accountsDatabase();
  await ensureUser(db, 'usr_1', 'ada@example.org');
  for (const [workspaceId, role] of Object.entries(roles)) await addMember(db, workspaceId, 'usr_1', role);
  const signIn = (fields: object = {}) =>
    createSession(db, { userId: 'usr_1', method: 'local_link', client, now, ...fields });
  const read = async (publicId: string) => (await readCredentials(db, [publicId]))[0];
  const live = async (at = now) =>
    (await listSessions(db, { userId: 'usr_1', beforeId: '', limit: 200, now: at })).sessions;
  return { db, signIn, read, live };
}

describe('a new session', () => {
  it('acts for its user with the role in each workspace; only its hash is stored', async () => {
    const { db, signIn, read } = await world({ ws_1: 'member', ws_2: 'owner' });
    const { token, session } = await signIn({ workspaceId: 'ws_1' });
    const record = await read(session.publicId);
    expect(record).toMatchObject({ kind: 'session', workspaceId: 'ws_1', role: 'member', userId: 'usr_1' });
    expect(record!.roles).toEqual({ ws_1: 'member', ws_2: 'owner' });
    expect(matchesHash(token, record!.hash)).toBe(true);
    const { rows } = await db.query('select to_jsonb(sessions)::text as row, hash from sessions');
    expect(rows[0].row).not.toContain(token.slice(21, 64));
    expect(rows[0].hash).toEqual(hashSecret(token));
  });

  it('has its own id and secret at each sign-in, and bounded texts', async () => {
    const { signIn } = await world();
    const [one, other] = [
      await signIn(),
      await signIn({ client: { userAgent: `a\u0007${'x'.repeat(900)}`, address: 'y'.repeat(900) } }),
    ];
    expect(one.token).not.toBe(other.token);
    expect(one.session.id).not.toBe(other.session.id);
    expect([other.session.userAgent.length, other.session.address.length]).toEqual([300, 64]);
    expect(other.session.userAgent).toMatch(/^a\ufffdx/);
  });

  it('begins in the workspace of the newest session, and never outside the memberships', async () => {
    const { signIn } = await world({ ws_1: 'member', ws_2: 'owner' });
    expect((await signIn()).session.workspaceId).toBe('ws_1');
    await signIn({ workspaceId: 'ws_2', now: after(1) });
    expect((await signIn({ now: after(2) })).session.workspaceId).toBe('ws_2');
    await expect(signIn({ workspaceId: 'ws_3' })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(signIn({ userId: 'usr_2' })).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('ends the session that was unused for longest when there are more than 100', async () => {
    const { db, signIn, live } = await world();
    const first = await signIn();
    const second = await signIn();
    await recordSessionUses(db, new Map([[first.session.publicId, { at: after(1), address: '' }]]));
    for (let n = 2; n < 101; n++) await signIn({ now: after(2) });
    const ids = (await live(after(3))).map(({ id }) => id);
    expect(ids.length).toBe(100);
    expect([ids.includes(first.session.id), ids.includes(second.session.id)]).toEqual([true, false]);
  });
});

describe('the end of a session', () => {
  it('comes 12 h after its last use, and 7 days after signing in', async () => {
    const { db, signIn, read, live } = await world();
    const { session } = await signIn();
    expect((await read(session.publicId))!.expiresAt).toEqual(after(IDLE_MS));
    const use = (at: Date) => recordSessionUses(db, new Map([[session.publicId, { at, address: '192.0.2.2' }]]));
    await use(after(IDLE_MS - 1));
    await use(after(1));
    expect((await read(session.publicId))!.expiresAt).toEqual(after(2 * IDLE_MS - 1));
    expect(await live(after(2 * IDLE_MS - 2))).toMatchObject([{ id: session.id, address: '192.0.2.2' }]);
    expect(await live(after(2 * IDLE_MS - 1))).toEqual([]);
    await use(after(7 * day - 1));
    expect((await read(session.publicId))!.expiresAt).toEqual(after(7 * day));
    await purgeSessions(db, after(37 * day));
    expect(await read(session.publicId)).toBeDefined();
    await purgeSessions(db, after(37 * day + 1));
    expect(await read(session.publicId)).toBeUndefined();
  });

  it('can be asked for one session, for a workspace, or for all other sessions', async () => {
    const { db, signIn, live } = await world({ ws_1: 'member', ws_2: 'owner' });
    const [one, two, three] = await Promise.all([
      signIn({ workspaceId: 'ws_1' }),
      signIn({ workspaceId: 'ws_1' }),
      signIn({ workspaceId: 'ws_2' }),
    ]);
    const end = (filter: object) => endSessions(db, { now, ...filter });
    expect(await end({ userId: 'usr_2', id: one.session.id })).toBe(0);
    expect(await end({ userId: 'usr_1', workspaceId: 'ws_2', id: one.session.id })).toBe(0);
    expect(await end({ userId: 'usr_1', id: one.session.id })).toBe(1);
    expect(await end({ userId: 'usr_1', id: one.session.id })).toBe(0);
    expect(await end({ userId: 'usr_1', exceptId: three.session.id })).toBe(1);
    expect(two.session.id).not.toBe(three.session.id);
    expect((await live()).map(({ id }) => id)).toEqual([three.session.id]);
  });
});

describe('removing a member', () => {
  it('ends the sessions that act in the workspace; others may not act there any more', async () => {
    const { db, signIn, read } = await world({ ws_1: 'member', ws_2: 'owner' });
    const [gone, stays] = [await signIn({ workspaceId: 'ws_1' }), await signIn({ workspaceId: 'ws_2' })];
    await deleteMember(db, 'ws_1', 'usr_1');
    expect(await read(gone.session.publicId)).toBeUndefined();
    expect((await read(stays.session.publicId))!.roles).toEqual({ ws_2: 'owner' });
    await expect(signIn({ workspaceId: 'ws_1' })).rejects.toMatchObject({ code: 'forbidden' });
    expect(await switchWorkspace(db, stays.session.id, 'ws_1')).toBeUndefined();
  });

  it('leaves no session that was made or moved at the same time', async () => {
    const { db, signIn, read } = await world({ ws_1: 'member', ws_2: 'owner' });
    const moving = await signIn({ workspaceId: 'ws_2', now: after(1) });
    const removing = await db.connect();
    await removing.query('begin');
    await deleteMember(removing, 'ws_1', 'usr_1');
    const made = signIn({ workspaceId: 'ws_1' });
    const moved = switchWorkspace(db, moving.session.id, 'ws_1');
    await removing.query('commit');
    removing.release();
    await expect(made).rejects.toMatchObject({ code: 'forbidden' });
    expect(await moved).toBeUndefined();
    expect(await read(moving.session.publicId)).toMatchObject({ workspaceId: 'ws_2' });
  });
});

describe('switching the workspace', () => {
  it('changes the workspace of later requests, for members only', async () => {
    const { db, signIn, read } = await world({ ws_1: 'member', ws_2: 'owner' });
    const { session } = await signIn({ workspaceId: 'ws_1' });
    expect(await switchWorkspace(db, session.id, 'ws_2')).toMatchObject({ id: session.id, workspaceId: 'ws_2' });
    expect(await read(session.publicId)).toMatchObject({ workspaceId: 'ws_2', role: 'owner' });
    expect(await switchWorkspace(db, session.id, 'ws_3')).toBeUndefined();
    await endSessions(db, { id: session.id, now });
    expect(await switchWorkspace(db, session.id, 'ws_1')).toBeUndefined();
  });
});
