import { listInvitations as operation } from '@rotamer/api/operations/members/listInvitations.ts';
import { presentPage, readCursors } from '@rotamer/http/params/page.ts';
import { presentInvitation } from '@rotamer/present/presentInvitation.ts';
import { handler } from '../handler.ts';

/** GET /members/invitations: open ones, oldest first. */
export const listInvitations = handler(
  operation,
  ({ invitations, clock }) =>
    async (request) => {
      const { include_ended: includeEnded = false, ...page } = request.query;
      const { beforeId: after, limit } = readCursors('inv', page);
      const { rows, hasMore } = await invitations.list(request.credential!.workspaceId, includeEnded, after, limit);
      return presentPage(rows, hasMore, (invitation) => presentInvitation(invitation, clock()));
    },
  { importance: 'list' },
);
