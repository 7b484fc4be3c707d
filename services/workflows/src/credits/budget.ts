import { MAX_MILLICREDITS } from '@rotamer/domain/limits.ts';
import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import { derivedUuid } from '@rotamer/kit/ids.ts';
import type { BillingClient } from '@rotamer/proto/billing/v1/billing.ts';

/** The calls to billing that set the budget of an attempt. */
export type BudgetBilling = Pick<BillingClient<CallScope>, 'setBudget'>;

/** The budget that caps an attempt. */
export interface Budget {
  id: string;
  capMillicredits: number;
}

/** Returns the budget of an attempt with this cap, which billing may not know yet. Undefined: the attempt is uncapped. */
export function budgetOf(attemptId: string, maxMillicredits: number | undefined): Budget | undefined {
  if (maxMillicredits === undefined) return undefined;
  return { id: derivedUuid('budget', attemptId), capMillicredits: Math.min(maxMillicredits, MAX_MILLICREDITS) };
}

/** Creates a budget in billing, or raises its cap. Must be called before a job names the budget. */
export async function setBudget(
  { billing }: { billing: BudgetBilling },
  workspaceId: string,
  { id: budgetId, capMillicredits }: Budget,
  scope: CallScope,
): Promise<void> {
  await billing.setBudget({ budgetId, workspaceId, capMillicredits }, scope);
}
