import { listMembers as operation } from '@rotamer/api/operations/members/listMembers.ts';
import { presentPage, readCursors } from '@rotamer/http/params/page.ts';
import { presentMember } from '@rotamer/present/presentMember.ts';
import { handler } from '../handler.ts';

/** GET /members: in the order of user ids. */
export const listMembers = handler(
  operation,
  ({ members }) =>
    async (request) => {
      const { beforeId: after, limit } = readCursors('usr', request.query);
      const { rows, hasMore } = await members.list(request.credential!.workspaceId, after, limit);
      return presentPage(rows.map(presentMember), hasMore, (shown) => shown);
    },
  { importance: 'list' },
);
