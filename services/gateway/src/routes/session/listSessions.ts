import { hasRole } from '@rotamer/api/operation/access.ts';
import { listSessions as operation } from '@rotamer/api/operations/session/listSessions.ts';
import { presentPage, readCursors } from '@rotamer/http/params/page.ts';
import { presentSession } from '@rotamer/present/presentSession.ts';
import { missingRole } from '../../access/authorise.ts';
import { handler } from '../handler.ts';
import { ownSessions } from './ownSessions.ts';

/** GET /sessions: newest first. */
export const listSessions = handler(
  operation,
  ({ sessions }) =>
    async (request) => {
      const credential = request.credential!;
      const { of, ...page } = request.query;
      if (of === 'workspace' && !hasRole(credential.role, 'admin')) throw missingRole('admin');
      const filter = of === 'workspace' ? { workspaceId: credential.workspaceId } : ownSessions(credential);
      const found = await sessions.list({ ...filter, ...readCursors('ses', page) });
      return presentPage(found.sessions, found.hasMore, (one) => presentSession(one, credential.id));
    },
  { importance: 'list' },
);
