import { deleteBudget as operation } from '@rotamer/api/operations/budgets/deleteBudget.ts';
import { notFound } from '@rotamer/kit/errors/fault.ts';
import { isId } from '@rotamer/kit/ids.ts';
import type { SpendingBudget } from '@rotamer/proto/billing/v1/billing.ts';
import { callScope } from '../../request/callScope.ts';
import { ownBudget, ownBudgets } from '../apiKeys/keyBudget.ts';
import { handler } from '../handler.ts';

/** DELETE /budgets/{budgetId}: the cap no longer applies. */
export const deleteBudget = handler(operation, ({ billing }) => async (request, reply) => {
  const { budgetId } = request.params;
  const credential = request.credential!;
  const { workspaceId } = credential;
  const scope = callScope(request, reply);
  if (!isId('bud', budgetId)) throw notFound('budget');
  const isOwn = ({ id }: SpendingBudget) => id === budgetId;
  if (credential.kind === 'key' && (await ownBudgets(credential, billing, scope)).some(isOwn)) throw ownBudget();
  const { budgets } = await billing.deleteSpendingBudgets({ workspaceId, budgetId }, scope);
  if (budgets.length === 0) throw notFound('budget');
  return { object: 'budget_deletion' as const, id: budgetId, deleted: true };
});
