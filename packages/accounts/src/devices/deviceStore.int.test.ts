import { describe, expect, it } from 'vitest';
import { addMember, ensureUser } from '../access/accessStore.ts';
import { deleteMember } from '../access/memberStore.ts';
import { createPersonSessions } from '../access/personSessions.ts';
import { accountsDatabase } from '../testing/accountsDatabase.ts';
import { beginDevice, DEVICE_SECONDS, decideDevice, findDevice, pollDevice } from './deviceStore.ts';

const now = new Date('2026-03-01T12:00:00Z');
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const client = { userAgent: 'rotamer/0.2', address: '192.0.2.1' };

async function world() {
  const { db } = await accountsDatabase();
  await ensureUser(db, 'usr_1', 'ada@example.org');
  await addMember(db, 'ws_1', 'usr_1', 'member');
  const begin = async () => (await beginDevice(db, { clientName: 'rotamer on bench-3', client, now }))!;
  const decide = (userCode: string, approved: boolean, at = now) =>
    decideDevice(db, { userCode, approved, userId: 'usr_1', workspaceId: 'ws_1', now: at });
  return { db, begin, decide };
}

describe('a device that signs in', () => {
  it('gets one session for the person who approved it, also when it asks twice at once', async () => {
    const { db, begin, decide } = await world();
    const { deviceCode, userCode } = await begin();
    expect((await pollDevice(db, deviceCode, now)).outcome).toBe('authorization_pending');
    expect(await findDevice(db, userCode, now)).toMatchObject({
      clientName: 'rotamer on bench-3',
      address: '192.0.2.1',
    });
    expect(await decide(userCode, true)).toBe(true);
    expect(await decide(userCode, false)).toBe(false);
    expect(await findDevice(db, userCode, now)).toBeUndefined();
    const asked = await Promise.all([1, 2].map(() => pollDevice(db, deviceCode, after(5))));
    expect(asked.map(({ outcome }) => outcome).sort()).toEqual(['approved', 'expired_token']);
    const { signedIn } = asked.find(({ outcome }) => outcome === 'approved')!;
    expect(signedIn!.session).toMatchObject({ userId: 'usr_1', workspaceId: 'ws_1', method: 'device' });
    const { rows } = await db.query('select to_jsonb(device_authorizations)::text as row from device_authorizations');
    expect(rows).toEqual([]);
  });

  it('is slowed down by 5 s each time it asks too early', async () => {
    const { db, begin } = await world();
    const { deviceCode } = await begin();
    const ask = async (seconds: number) => (await pollDevice(db, deviceCode, after(seconds))).outcome;
    expect([await ask(0), await ask(1), await ask(9), await ask(15)]).toEqual([
      ...['authorization_pending', 'slow_down', 'slow_down', 'authorization_pending'],
    ]);
  });

  it('gets its session also when it asks every 4 s and never slows down', async () => {
    const { db, begin, decide } = await world();
    const { deviceCode, userCode } = await begin();
    const ask = async (seconds: number) => (await pollDevice(db, deviceCode, after(seconds))).outcome;
    for (let second = 0; second < 120; second += 4) await ask(second);
    await decide(userCode, true);
    const outcomes: string[] = [];
    for (let second = 120; second <= 160 && !outcomes.includes('approved'); second += 4)
      outcomes.push(await ask(second));
    expect(outcomes.at(-1)).toBe('approved');
  });

  it('gets nothing when it was denied or is too late', async () => {
    const { db, begin, decide } = await world();
    const [denied, late] = [await begin(), await begin()];
    await decide(denied.userCode, false);
    expect((await pollDevice(db, denied.deviceCode, now)).outcome).toBe('access_denied');
    expect(await decide(late.userCode, true, after(DEVICE_SECONDS))).toBe(false);
    expect((await pollDevice(db, late.deviceCode, after(DEVICE_SECONDS))).outcome).toBe('expired_token');
    expect((await pollDevice(db, 'x'.repeat(43), now)).outcome).toBe('expired_token');
  });

  it('gets nothing when its person has left the workspace, also after coming back', async () => {
    const { db, begin, decide } = await world();
    const { deviceCode, userCode } = await begin();
    await decide(userCode, true);
    await deleteMember(db, 'ws_1', 'usr_1');
    expect(await decide((await begin()).userCode, true)).toBe(false);
    await addMember(db, 'ws_1', 'usr_1', 'member');
    expect((await pollDevice(db, deviceCode, now)).outcome).toBe('access_denied');
  });

  it('gets nothing when its person is removed at the same moment', async () => {
    const { db, begin, decide } = await world();
    const [approved, pending] = [await begin(), await begin()];
    await decide(approved.userCode, true);
    const removing = await db.connect();
    await removing.query('begin');
    await deleteMember(removing, 'ws_1', 'usr_1');
    const polled = pollDevice(db, approved.deviceCode, now);
    const decided = decide(pending.userCode, true);
    await removing.query('commit');
    removing.release();
    expect((await polled).outcome).toBe('access_denied');
    expect(await decided).toBe(false);
  });

  it('gets nothing after its person ended all sessions, but a session after a single sign-out', async () => {
    const { db, begin, decide } = await world();
    await addMember(db, 'ws_2', 'usr_1', 'member');
    const sessions = createPersonSessions({ db, signals: { send: () => {} }, clock: () => now });
    const { session } = await sessions.create({ userId: 'usr_1', workspaceId: 'ws_1', method: 'oidc', client });
    const [kept, refused, pending] = [await begin(), await begin(), await begin()];
    await decide(kept.userCode, true);
    await sessions.end({ id: session.id });
    await sessions.end({ userId: 'usr_1', workspaceId: 'ws_2' });
    await sessions.end({ userId: 'usr_2' });
    expect((await pollDevice(db, kept.deviceCode, now)).outcome).toBe('approved');
    await decide(refused.userCode, true);
    expect(await sessions.end({ userId: 'usr_1' })).toBe(1);
    expect((await pollDevice(db, refused.deviceCode, now)).outcome).toBe('access_denied');
    expect(await decide(pending.userCode, true)).toBe(true);
  });
});
