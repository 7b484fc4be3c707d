import type { Role } from '@rotamer/api/operation/access.ts';
import { systemClock } from '@rotamer/kit/clock.ts';
import { newId } from '@rotamer/kit/ids.ts';
import { describe, expect, it } from 'vitest';
import { accountsDatabase } from '../testing/accountsDatabase.ts';
import { addMember, ensureUser } from './accessStore.ts';
import { createMembers } from './members.ts';

const workspaceId = newId('ws', new Date());
const NO_TRACE = '';

/** A workspace with one member for each role, on a real database. */
async function workspaceOf(...roles: Role[]) {
  const { db } = await accountsDatabase();
  const members = createMembers({ db, signals: { send: () => {} }, clock: systemClock });
  const users: string[] = [];
  for (const [i, role] of roles.entries()) {
    const { id } = await ensureUser(db, newId('usr', new Date()), `user${i}@example.org`);
    await addMember(db, workspaceId, id, role);
    users.push(id);
  }
  const rolesNow = async () => {
    const { rows } = await members.list(workspaceId, '', 100);
    return users.map((id) => rows.find(({ userId }) => userId === id)?.role);
  };
  return { db, members, users, rolesNow };
}

describe('a change by a member', () => {
  it.each([
    ['owner', 'owner', 'member', undefined],
    ['owner', 'member', 'owner', undefined],
    ['admin', 'member', 'admin', undefined],
    ['admin', 'admin', 'viewer', undefined],
    ['admin', 'member', 'owner', 'owner'],
    ['admin', 'owner', 'admin', 'owner'],
    ['member', 'viewer', 'member', 'admin'],
    ['viewer', 'member', 'viewer', 'admin'],
  ] as const)('by a %s: makes a %s a %s, or needs a higher role', async (by, role, wanted, needed) => {
    const { members, users, rolesNow } = await workspaceOf('owner', by, role);
    const [, byUserId, userId] = users;
    const change = members.setRole({ workspaceId, userId: userId!, byUserId, role: wanted }, NO_TRACE);
    if (needed) await expect(change).rejects.toMatchObject({ code: 'forbidden', details: { required_role: needed } });
    else await expect(change).resolves.toMatchObject({ role: wanted });
    expect(await rolesNow()).toEqual(['owner', by, needed ? role : wanted]);
  });

  it('cannot raise their own role', async () => {
    const { members, users } = await workspaceOf('owner', 'admin', 'member');
    for (const [i, role] of [
      [1, 'owner'],
      [2, 'admin'],
    ] as const) {
      const own = { workspaceId, userId: users[i]!, byUserId: users[i]! };
      await expect(members.setRole({ ...own, role }, NO_TRACE)).rejects.toMatchObject({ code: 'forbidden' });
    }
  });

  it('removes others as an admin, and oneself in every role', async () => {
    const { members, users, rolesNow } = await workspaceOf('owner', 'admin', 'member', 'viewer', 'viewer');
    const [owner, admin, member, viewer, other] = users as [string, string, string, string, string];
    const remove = (byUserId: string, userId: string) => members.remove({ workspaceId, userId, byUserId }, NO_TRACE);
    await expect(remove(member, viewer)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(remove(admin, owner)).rejects.toMatchObject({ details: { required_role: 'owner' } });
    await remove(viewer, viewer);
    await remove(admin, other);
    await remove(member, member);
    await expect(remove(owner, owner)).rejects.toMatchObject({ code: 'conflict' });
    // A former member has no rights, although the credential may be remembered for a moment.
    await expect(remove(member, admin)).rejects.toMatchObject({ code: 'forbidden' });
    expect(await rolesNow()).toEqual(['owner', 'admin', undefined, undefined, undefined]);
  });

  it('leaves one owner when all owners leave and demote each other concurrently', async () => {
    const { members, users, rolesNow } = await workspaceOf('owner', 'owner', 'owner', 'owner', 'owner', 'owner');
    await Promise.allSettled(
      users.map((userId, i) =>
        i % 2 === 0
          ? members.remove({ workspaceId, userId, byUserId: userId }, NO_TRACE)
          : members.setRole({ workspaceId, userId, byUserId: users[(i + 1) % 6]!, role: 'viewer' }, NO_TRACE),
      ),
    );
    expect((await rolesNow()).filter((role) => role === 'owner').length).toBeGreaterThanOrEqual(1);
  });

  it('does not let a member act who is removed at the same time', async () => {
    const { members, users } = await workspaceOf('owner', 'admin', 'member');
    const [owner, admin, member] = users as [string, string, string];
    const [removed, promoted] = await Promise.allSettled([
      members.remove({ workspaceId, userId: admin, byUserId: owner }, NO_TRACE),
      members.setRole({ workspaceId, userId: member, byUserId: admin, role: 'admin' }, NO_TRACE),
    ]);
    expect(removed.status).toBe('fulfilled');
    if (promoted.status === 'rejected') expect(promoted.reason).toMatchObject({ code: 'forbidden' });
  });
});

describe('a display name', () => {
  it('is the same in every workspace of the user, and is removed by an empty name', async () => {
    const { db, members, users } = await workspaceOf('owner');
    const [userId] = users as [string];
    await addMember(db, 'ws_other', userId, 'viewer');
    await members.setName({ workspaceId, userId, name: 'Ada' });
    expect((await members.list('ws_other', '', 10)).rows).toMatchObject([{ userId, name: 'Ada' }]);
    expect(await members.setName({ workspaceId, userId, name: '' })).toMatchObject({ name: undefined });
  });
});
