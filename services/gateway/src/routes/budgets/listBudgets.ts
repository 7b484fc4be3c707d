import { hasRole } from '@rotamer/api/operation/access.ts';
import { listBudgets as operation } from '@rotamer/api/operations/budgets/listBudgets.ts';
import { presentBudget } from '@rotamer/present/presentBudget.ts';
import { presentPage, readCursors } from '../../params/page.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** GET /budgets: oldest first. */
export const listBudgets = handler(
  operation,
  ({ billing }) =>
    async (request, reply) => {
      const { beforeId: afterId, limit } = readCursors('bud', request.query);
      const { workspaceId, userId, keyId, role } = request.credential!;
      const visibleTo = hasRole(role, 'admin') ? undefined : { userId, keyId };
      const wanted = { workspaceId, afterId, limit: limit + 1, visibleTo };
      const { budgets } = await billing.listSpendingBudgets(wanted, callScope(request, reply));
      return presentPage(budgets.slice(0, limit), budgets.length > limit, presentBudget);
    },
  { importance: 'list' },
);
