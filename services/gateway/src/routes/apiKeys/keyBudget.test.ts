import { nightlyKey } from '@rotamer/accounts/testing/testApiKeys.ts';
import { BudgetPeriod, BudgetScope, SpendingBudget } from '@rotamer/proto/billing/v1/billing.ts';
import { describe, expect, it } from 'vitest';
import { testBudget, testBudgets } from '../../testing/testBudgets.ts';
import { changeBudget, readCaps, storeFirstBudget } from './keyBudget.ts';

const scope = {} as never;
const capped = (period: BudgetPeriod, capMillicredits: number) =>
  SpendingBudget.fromPartial({
    ...testBudget,
    id: `bud_${period}`,
    subjectId: nightlyKey.keyId,
    period,
    capMillicredits,
  });

/** Billing with budgets of the key, which fails at the given period, and the calls that change budgets. */
function billingWith(budgets: SpendingBudget[], failsAt?: BudgetPeriod) {
  const calls: string[] = [];
  const known = testBudgets(budgets);
  const billing: typeof known = {
    ...known,
    async setSpendingBudget(request, call) {
      calls.push(`set ${request.period} ${request.capMillicredits}`);
      if (request.period === failsAt) throw new Error('billing is unavailable');
      return known.setSpendingBudget(request, call);
    },
    async deleteSpendingBudgets(request, call) {
      calls.push(`delete ${request.budgetId ?? request.subjectId}`);
      return known.deleteSpendingBudgets(request, call);
    },
  };
  return { billing, calls, caps: () => budgets.map((one) => [one.period, one.capMillicredits]) };
}

describe('the budget of a new key', () => {
  it('has the caps of the body, in millicredits', async () => {
    const { billing } = billingWith([]);
    const stored = await storeFirstBudget(nightlyKey, readCaps({ day: 2.5, month: null, total: 0 }), billing, scope);
    expect(stored).toMatchObject([
      { scope: BudgetScope.KEY, subjectId: nightlyKey.keyId, period: BudgetPeriod.DAY, capMillicredits: 2_500 },
      { period: BudgetPeriod.TOTAL, capMillicredits: 0 },
    ]);
  });

  it('leaves nothing behind when billing fails after the first cap', async () => {
    const { billing, caps } = billingWith([], BudgetPeriod.TOTAL);
    const storing = storeFirstBudget(nightlyKey, readCaps({ day: 1, total: 2 }), billing, scope);
    await expect(storing).rejects.toThrow('billing is unavailable');
    expect(caps()).toEqual([]);
  });
});

describe('a change of a budget', () => {
  it('keeps caps that it does not name, and sets caps before it removes others', async () => {
    const { billing, calls, caps } = billingWith([capped(BudgetPeriod.DAY, 1_000), capped(BudgetPeriod.MONTH, 2_000)]);
    await changeBudget(nightlyKey, readCaps({ day: null, total: 3 }), billing, scope);
    expect(calls).toEqual([`set ${BudgetPeriod.TOTAL} 3000`, `delete bud_${BudgetPeriod.DAY}`]);
    expect(caps()).toEqual([
      [BudgetPeriod.MONTH, 2_000],
      [BudgetPeriod.TOTAL, 3_000],
    ]);
  });

  it('removes all caps for null', async () => {
    const { billing, caps } = billingWith([capped(BudgetPeriod.DAY, 1_000), capped(BudgetPeriod.TOTAL, 2_000)]);
    await changeBudget({ ...nightlyKey, mayCreateKeys: true }, readCaps(null), billing, scope);
    expect(caps()).toEqual([]);
  });

  it.each([
    ['a new cap', [], { day: 1 }],
    ['a cap that stays', [capped(BudgetPeriod.DAY, 1_000)], { month: null }],
  ])('is refused for a key that may create keys, with %s', async (_, budgets, wanted) => {
    const { billing, calls } = billingWith(budgets);
    const changing = changeBudget({ ...nightlyKey, mayCreateKeys: true }, readCaps(wanted), billing, scope);
    await expect(changing).rejects.toMatchObject({ code: 'conflict' });
    expect(calls).toEqual([]);
  });
});
