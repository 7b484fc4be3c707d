import { hasRole } from '@rotamer/api/operation/access.ts';
import { listApiKeys as operation } from '@rotamer/api/operations/apiKeys/listApiKeys.ts';
import { presentPage, readCursors } from '@rotamer/http/params/page.ts';
import { presentApiKey } from '@rotamer/present/presentApiKey.ts';
import { missingRole } from '../../access/authorise.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';
import { budgetsOfKeys } from './keyBudget.ts';

/** GET /api-keys: one's own keys; for admins those of all members. */
export const listApiKeys = handler(
  operation,
  ({ apiKeys, billing }) =>
    async (request, reply) => {
      const { workspaceId, userId: own, role } = request.credential!;
      const { user_id, include_revoked: includeRevoked = false, ...page } = request.query;
      const isAdmin = hasRole(role, 'admin');
      if (!isAdmin && user_id !== undefined && user_id !== own) throw missingRole('admin');
      const { beforeId: after, limit } = readCursors('key', page);
      const filter = { workspaceId, userId: user_id ?? (isAdmin ? '' : own), includeRevoked };
      const { rows, hasMore } = await apiKeys.list(filter, after, limit);
      const budgets = await budgetsOfKeys(rows, billing, callScope(request, reply));
      return presentPage(rows, hasMore, (key) => presentApiKey(key, budgets));
    },
  { importance: 'list' },
);
