import { toMillicredits } from '@rotamer/domain/credits.ts';
import { BUDGET_MS } from '@rotamer/http/request/budgets.ts';
import { BudgetPeriod, BudgetScope } from '@rotamer/proto/billing/v1/billing.ts';
import { type AuditNeeds, audited } from '../audit/audited.ts';
import type { Billing } from '../clients.ts';
import type { Caps } from './providers.ts';
import type { ByRule, Member } from './signInPerson.ts';

export interface BudgetNeeds extends AuditNeeds {
  billing: Pick<Billing, 'findSpendingBudgets' | 'setSpendingBudget'>;
}

/** Sets the caps of a member in billing that differ from those of the rule, and records each. Caps of other periods stay. */
export async function setMemberBudget(needs: BudgetNeeds, member: Member, caps: Caps, by: ByRule): Promise<void> {
  const { billing } = needs;
  const { workspaceId, userId } = member;
  const call = () => ({ deadlineMs: Date.now() + BUDGET_MS });
  const found = await billing.findSpendingBudgets({ workspaceId, heldFor: { userId } }, call());
  const held = found.budgets.filter(({ scope }) => scope === BudgetScope.MEMBER);
  for (const [word, credits] of Object.entries(caps) as [keyof Caps, number][]) {
    const period = BudgetPeriod[word.toUpperCase() as Uppercase<typeof word>];
    const capMillicredits = toMillicredits(credits);
    if (held.some((one) => one.period === period && one.capMillicredits === capMillicredits)) continue;
    const budget = { workspaceId, scope: BudgetScope.MEMBER, subjectId: userId, period, capMillicredits };
    await audited(
      needs,
      by.from,
      {
        ...{ workspaceId, actor: { kind: 'system', userId: null, keyId: null } },
        ...{ action: 'budget.set', resourceType: 'budget' },
      },
      () => billing.setSpendingBudget(budget, call()),
      () => ({ provider: by.provider, scope: 'member', subject_id: userId, period: word, cap_credits: credits }),
    );
  }
}
