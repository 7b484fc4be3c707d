import { listWorkspaces as operation } from '@rotamer/api/operations/session/listWorkspaces.ts';
import { presentPage, readCursors } from '@rotamer/http/params/page.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** GET /workspaces: in the order of their ids. */
export const listWorkspaces = handler(
  operation,
  ({ sessions, workspaces }) =>
    async (request, reply) => {
      const { kind, userId, workspaceId, role } = request.credential!;
      const { beforeId: after, limit } = readCursors('ws', request.query);
      const page =
        kind === 'session'
          ? await sessions.workspaces(userId, after, limit)
          : { rows: after < workspaceId ? [{ workspaceId, role }] : [], hasMore: false };
      const { deadlineMs, traceparent } = callScope(request, reply);
      const data = await Promise.all(
        page.rows.map(async (one) => ({
          id: one.workspaceId,
          object: 'workspace_membership' as const,
          name: (await workspaces.recent(one.workspaceId, { deadlineMs, traceparent })).name,
          role: one.role,
          current: one.workspaceId === workspaceId,
        })),
      );
      return presentPage(data, page.hasMore, (shown) => shown);
    },
  { importance: 'list' },
);
