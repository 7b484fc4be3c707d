import { newId } from '@rotamer/kit/ids.ts';
import { BudgetPeriod, BudgetScope, SpendingBudget } from '@rotamer/proto/billing/v1/billing.ts';
import type { Billing } from '../clients/clients.ts';

/** The budget that `testBudgets` has from the start. */
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

type Budgets = Pick<
  Billing,
  'findSpendingBudgets' | 'setSpendingBudget' | 'deleteSpendingBudgets' | 'listSpendingBudgets'
>;

/** Budgets of a billing that keeps those of keys. `ofKeys`: the budgets, which a test may read and change. */
export function testBudgets(ofKeys: SpendingBudget[]): Budgets {
  const forget = (isGone: (budget: SpendingBudget) => boolean) => {
    const gone = ofKeys.filter(isGone);
    for (const budget of gone) ofKeys.splice(ofKeys.indexOf(budget), 1);
    return gone;
  };
  return {
    findSpendingBudgets: async ({ heldFor }) => ({
      budgets: ofKeys.filter(({ subjectId }) => subjectId === heldFor?.keyId),
    }),
    listSpendingBudgets: async ({ keyIds = [] }) => ({
      budgets: keyIds.length > 0 ? ofKeys.filter(({ subjectId }) => keyIds.includes(subjectId)) : [testBudget],
    }),
    async setSpendingBudget(request) {
      const { subjectId, period, scope } = request;
      const [before] = forget((one) => one.subjectId === subjectId && one.period === period);
      const id = before?.id ?? newId('bud', new Date());
      const budget = SpendingBudget.fromPartial({ ...testBudget, ...request, id });
      if (scope === BudgetScope.KEY) ofKeys.push(budget);
      return budget;
    },
    deleteSpendingBudgets: async ({ budgetId, subjectId }) => ({
      budgets:
        budgetId === testBudget.id ? [testBudget] : forget((one) => one.id === budgetId || one.subjectId === subjectId),
    }),
  };
}
