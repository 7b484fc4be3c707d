import type { PublicBudget } from '@rotamer/api/schemas/budget.ts';
import { toCredits } from '@rotamer/domain/credits.ts';
import { enumWord } from '@rotamer/kit/enumWord.ts';
import type { SpendingBudget } from '@rotamer/proto/billing/v1/billing.ts';

/** The budget of the public API. */
export function presentBudget(budget: SpendingBudget): PublicBudget {
  const { id, subjectId, capMillicredits: cap, spentMillicredits: spent, heldMillicredits: held } = budget;
  return {
    id,
    object: 'budget',
    scope: enumWord('BUDGET_SCOPE', budget.scope),
    subject_id: subjectId,
    period: enumWord('BUDGET_PERIOD', budget.period),
    cap_credits: toCredits(cap),
    spent_credits: toCredits(spent),
    held_credits: toCredits(held),
    left_credits: toCredits(cap - spent - held),
    period_start: budget.periodStart?.toISOString() ?? null,
    period_end: budget.periodEnd?.toISOString() ?? null,
  };
}
