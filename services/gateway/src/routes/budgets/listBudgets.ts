import type { ApiKeys } from '@rotamer/accounts/access/apiKeys.ts';
import { hasRole } from '@rotamer/api/operation/access.ts';
import { listBudgets as operation } from '@rotamer/api/operations/budgets/listBudgets.ts';
import { presentPage, readCursors } from '@rotamer/http/params/page.ts';
import { presentBudget } from '@rotamer/present/presentBudget.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** GET /budgets: oldest first. */
export const listBudgets = handler(
  operation,
  ({ billing, apiKeys }) =>
    async (request, reply) => {
      const { beforeId: afterId, limit } = readCursors('bud', request.query);
      const { workspaceId, userId, keyId, role } = request.credential!;
      const visible = hasRole(role, 'admin')
        ? {}
        : { visibleTo: { userId, keyId }, visibleKeyIds: await ownKeys(apiKeys, { workspaceId, userId }) };
      const wanted = { workspaceId, afterId, limit: limit + 1, ...visible };
      const { budgets } = await billing.listSpendingBudgets(wanted, callScope(request, reply));
      return presentPage(budgets.slice(0, limit), budgets.length > limit, presentBudget);
    },
  { importance: 'list' },
);

/** Returns the public ids of a person's first 1,000 keys, revoked ones included: their running jobs still reserve from budgets. */
async function ownKeys(apiKeys: ApiKeys, { workspaceId, userId }: { workspaceId: string; userId: string }) {
  const { rows } = await apiKeys.list({ workspaceId, userId, includeRevoked: true }, '', 1_000);
  return rows.map(({ keyId }) => keyId);
}
