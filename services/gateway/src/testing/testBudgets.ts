import { BudgetPeriod, BudgetScope, SpendingBudget } from '@rotamer/proto/billing/v1/billing.ts';
import type { Billing } from '../clients/clients.ts';

/** The only budget of `testBudgets`. */
export const testBudget = SpendingBudget.fromPartial({
  id: 'bud_01kjmma2g0e9dtsezyywpss2bm',
  scope: BudgetScope.KEY,
  subjectId: 'a1B2c3D4',
  period: BudgetPeriod.DAY,
  capMillicredits: 10_000,
  spentMillicredits: 4_000,
  periodStart: new Date('2026-03-01T00:00:00Z'),
  periodEnd: new Date('2026-03-02T00:00:00Z'),
});

type Budgets = Pick<Billing, 'setSpendingBudget' | 'deleteSpendingBudgets' | 'listSpendingBudgets'>;

/** Budgets of a billing that answers and keeps nothing. */
export const testBudgets: Budgets = {
  listSpendingBudgets: async () => ({ budgets: [testBudget] }),
  setSpendingBudget: async (request) => SpendingBudget.fromPartial({ ...testBudget, ...request }),
  deleteSpendingBudgets: async ({ budgetId }) => ({ budgets: budgetId === testBudget.id ? [testBudget] : [] }),
};
