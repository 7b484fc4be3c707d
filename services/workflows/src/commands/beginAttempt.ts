import type { Clock } from '@rotamer/kit/clock.ts';
import type { Queryable } from '@rotamer/kit/db/db.ts';
import { type CallScope, type RpcContext, scopeOf } from '@rotamer/kit/grpc/callContext.ts';
import type { NewAttempt } from '../attempts/newAttempt.ts';
import { type Budget, type BudgetBilling, setBudget } from '../credits/budget.ts';
import type { Revision } from '../workflow/revisions.ts';
import { type ChangeAttempt, changeLocked } from './changeAttempt.ts';

/**
 * Begins an attempt without a budget in the transaction that stores it. An attempt with a budget begins after the commit, once billing has
 * the budget: so a refused attempt leaves no budget in billing. Returns the signals to send after the commit.
 */
export async function beginUncapped(
  tx: Queryable,
  { id, budget }: Pick<NewAttempt, 'id' | 'budget'>,
  revision: Revision,
  clock: Clock,
): Promise<Set<string>> {
  if (budget) return new Set();
  return (await changeLocked(tx, id, revision, clock, () => [{ type: 'start' }]))!.wanted;
}

interface BeginDeps {
  billing: BudgetBilling;
  changeAttempt: ChangeAttempt;
}

/** A stored attempt that has not begun. */
export interface CappedAttempt {
  id: string;
  workspaceId: string;
  budget: Budget;
}

/** Begins a stored attempt once billing has its budget. Safe to repeat. */
export async function beginCapped(
  deps: BeginDeps,
  { id, workspaceId, budget }: CappedAttempt,
  scope: CallScope = {},
): Promise<void> {
  await setBudget(deps, workspaceId, budget, scope);
  await deps.changeAttempt(id, () => [{ type: 'start' }]);
}

/** Begins an attempt in the request that has stored it. If billing is unavailable, the attempt is left to the loop. */
export async function tryBeginCapped(deps: BeginDeps, attempt: CappedAttempt, context: RpcContext): Promise<void> {
  await beginCapped(deps, attempt, scopeOf(context)).catch((error) =>
    context.log.warn({ err: error, attempt_id: attempt.id }, 'budget not set; the loop begins the attempt'),
  );
}
