import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import { derivedUuid } from '@rotamer/kit/ids.ts';
import { MAX_MILLICREDITS } from '@rotamer/kit/limits.ts';
import type { Deps } from '../deps.ts';

/** What caps an attempt. */
export interface Budget {
  id: string;
  capMillicredits: number;
}

/**
 * Creates the budget of an attempt in billing, or raises its cap; before what is noted here, so that no job of a capped attempt
 * is ever without it. A budget reserves nothing: one whose attempt was never stored does no harm. Undefined: uncapped.
 */
export async function setBudget(
  { billing }: Pick<Deps, 'billing'>,
  { id, workspaceId }: { id: string; workspaceId: string },
  maxMillicredits: number | undefined,
  scope: CallScope,
): Promise<Budget | undefined> {
  if (maxMillicredits === undefined) return undefined;
  const budget = { id: derivedUuid('budget', id), capMillicredits: Math.min(maxMillicredits, MAX_MILLICREDITS) };
  await billing.setBudget({ budgetId: budget.id, workspaceId, capMillicredits: budget.capMillicredits }, scope);
  return budget;
}
