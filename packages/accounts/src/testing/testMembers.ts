import { notFound } from '@rotamer/kit/errors/fault.ts';
import type { Member } from '../access/memberStore.ts';
import type { Members } from '../access/members.ts';

/** Members in memory, who may do everything. The rules are tested on a database. */
export interface TestMembers extends Members {
  /** Members by user id. */
  known: Map<string, Member>;
}

export const ada: Member = {
  workspaceId: 'ws_1',
  userId: 'usr_01kjmma2g0e9dtsezyywpss2bm',
  email: 'ada@example.org',
  role: 'admin',
  joinedAt: new Date('2026-03-01T12:00:00.000Z'),
};

export function testMembers(): TestMembers {
  const known = new Map([[ada.userId, ada]]);
  const find = ({ workspaceId, userId }: { workspaceId: string; userId: string }): Member => {
    const member = known.get(userId);
    if (member?.workspaceId !== workspaceId) throw notFound('member of this workspace');
    return member;
  };
  return {
    known,
    list: async (workspaceId) => {
      return { rows: [...known.values()].filter((member) => member.workspaceId === workspaceId), hasMore: false };
    },
    find: async (workspaceId, userId) => {
      const member = known.get(userId);
      return member?.workspaceId === workspaceId ? member : undefined;
    },
    emails: async () => new Map([...known.values()].map(({ userId, email }) => [userId, email])),
    people: async () => new Map([...known.values()].map(({ userId, email, name }) => [userId, { email, name }])),
    setRole: async ({ role, ...named }) => ({ ...find(named), role }),
    setName: async ({ name, ...named }) => ({ ...find(named), name }),
    remove: async (named) => ({ member: find(named), revokedKeys: 1 }),
  };
}
