import { deleteBudget as operation } from '@rotamer/api/operations/budgets/deleteBudget.ts';
import { notFound } from '@rotamer/kit/errors/fault.ts';
import { isId } from '@rotamer/kit/ids.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** DELETE /budgets/{budgetId}: the cap no longer applies. */
export const deleteBudget = handler(operation, ({ billing }) => async (request, reply) => {
  const { budgetId } = request.params;
  const { workspaceId } = request.credential!;
  if (!isId('bud', budgetId)) throw notFound('budget');
  const { budgets } = await billing.deleteSpendingBudgets({ workspaceId, budgetId }, callScope(request, reply));
  if (budgets.length === 0) throw notFound('budget');
  return { object: 'budget_deletion' as const, id: budgetId, deleted: true };
});
