import { operation } from '../../operation/operation.ts';
import { budgetDeletion } from '../../schemas/budget.ts';
import { ref } from '../../schemas/build.ts';

/** DELETE /budgets/{budgetId}: the cap no longer applies. */
export const deleteBudget = operation({
  id: 'deleteBudget',
  method: 'DELETE',
  path: '/budgets/{budgetId}',
  access: { scope: 'workspace:write', role: 'admin' },
  tag: 'Budgets',
  summary: 'Delete a budget',
  description: 'No key deletes its own budget.',
  responses: { 200: { body: ref(budgetDeletion) } },
  errors: ['not_found'],
  audit: { action: 'budget.deleted', resource: 'budget', id: { param: 'budgetId' } },
  sample: { call: 'budgets.delete', cli: 'budgets delete BUDGET_ID' },
});
