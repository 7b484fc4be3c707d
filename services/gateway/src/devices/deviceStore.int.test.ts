import { join } from 'node:path';
import { serviceDatabase } from '@rotamer/kit/testing/templateDatabase.ts';
import { describe, expect, it } from 'vitest';
import { addMember, ensureUser } from '../access/accessStore.ts';
import { deleteMember } from '../access/memberStore.ts';
import { beginDevice, DEVICE_SECONDS, decideDevice, findDevice, pollDevice } from './deviceStore.ts';

const now = new Date('2026-03-01T12:00:00Z');
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const client = { userAgent: 'rotamer/0.2', address: '192.0.2.1' };

async function world() {
  const { db } = await serviceDatabase(join(import.meta.dirname, '../..'));
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
    expect([await ask(0), await ask(1), await ask(10), await ask(25)]).toEqual([
      ...['authorization_pending', 'slow_down', 'slow_down', 'authorization_pending'],
    ]);
  });

  it('gets nothing when it was denied, is too late, or its person has left', async () => {
    const { db, begin, decide } = await world();
    const [denied, late, left] = [await begin(), await begin(), await begin()];
    await decide(denied.userCode, false);
    expect((await pollDevice(db, denied.deviceCode, now)).outcome).toBe('access_denied');
    expect(await decide(late.userCode, true, after(DEVICE_SECONDS))).toBe(false);
    expect((await pollDevice(db, late.deviceCode, after(DEVICE_SECONDS))).outcome).toBe('expired_token');
    await decide(left.userCode, true);
    await deleteMember(db, 'ws_1', 'usr_1');
    await expect(pollDevice(db, left.deviceCode, now)).rejects.toMatchObject({ code: 'forbidden' });
    expect((await pollDevice(db, 'x'.repeat(43), now)).outcome).toBe('expired_token');
  });
});
