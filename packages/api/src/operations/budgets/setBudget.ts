import { operation } from '../../operation/operation.ts';
import { budget, budgetRequest } from '../../schemas/budget.ts';
import { ref } from '../../schemas/build.ts';

/** PUT /budgets: creates or changes the budget of a subject and period. */
export const setBudget = operation({
  id: 'setBudget',
  method: 'PUT',
  path: '/budgets',
  access: { scope: 'workspace:write', role: 'admin' },
  tag: 'Budgets',
  summary: 'Set a budget',
  description:
    'There is one budget for each scope, subject and period; setting it again changes its cap. Several budgets apply to one ' +
    'job, and each can refuse it (`budget_exceeded`). A job counts in the day and month in which it was submitted. A new ' +
    'budget counts what its present period has already cost. A cap below that refuses new jobs and stops no running one, ' +
    'except that a metered job cannot reserve more. A key that creates keys has no budget, because theirs would not count ' +
    'towards it. No key changes its own budget.',
  body: ref(budgetRequest),
  responses: { 200: { body: ref(budget) } },
  errors: ['not_found', 'conflict'],
  audit: {
    action: 'budget.set',
    resource: 'budget',
    id: { response: 'id' },
    facts: ['scope', 'subject_id', 'period', 'cap_credits'],
  },
  sample: {
    body: { scope: 'workspace', period: 'month', cap_credits: 100 },
    call: 'budgets.set',
    cli: 'budgets set workspace month 100',
  },
});
