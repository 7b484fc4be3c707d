import { notFound } from '@rotamer/kit/errors/fault.ts';
import type { Invitation } from '../invitations/invitationStore.ts';
import type { Invitations } from '../invitations/invitations.ts';
import { ada } from './testMembers.ts';

export const openInvitation: Invitation = {
  id: 'inv_01kjmma2g0e9dtsezyywpss2bm',
  workspaceId: 'ws_1',
  email: 'bob@example.org',
  role: 'member',
  invitedBy: ada.userId,
  createdAt: new Date('2026-03-01T12:00:00.000Z'),
  sentAt: new Date('2026-03-01T12:00:00.000Z'),
  sends: 1,
  expiresAt: new Date('2126-03-08T12:00:00.000Z'),
};

/** One open invitation in memory, with which everything is allowed. The rules are tested on a database. */
export function testInvitations(): Invitations {
  const find = async (id: string): Promise<Invitation> => {
    if (id !== openInvitation.id) throw notFound('invitation');
    return openInvitation;
  };
  return {
    list: async () => ({ rows: [openInvitation], hasMore: false }),
    invite: async (_, { email, role }) => ({ ...openInvitation, email, role }),
    resend: (_, id) => find(id),
    withdraw: async (_, id) => ({ ...(await find(id)), withdrawnAt: new Date('2026-03-02T12:00:00.000Z') }),
    read: find,
    addressOf: async () => ada.email,
    show: async (id) => ({ ...(await find(id)), inviter: ada }),
    accept: async (id) => ({ userId: 'usr_2', workspaceId: (await find(id)).workspaceId }),
  };
}
