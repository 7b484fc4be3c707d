import { transaction } from '@rotamer/kit/db/transaction.ts';
import { notFound } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { appendOutbox, OUTBOX_SIGNAL } from '@rotamer/kit/outbox/outbox.ts';
import type { DeleteSpendingBudgetsRequest, SpendingBudgets } from '@rotamer/proto/billing/v1/billing.ts';
import { utcDay } from '../day.ts';
import type { Deps } from '../deps.ts';
import { fundsAvailable } from '../fundsAvailable.ts';
import { scopeOf, toMessage } from '../spending/spendingBudget.ts';
import { deleteBudgets } from '../spending/spendingStore.ts';

/** Deletes budgets. Work that waits for credits may try again. */
export function deleteSpendingBudgets({
  db,
  clock,
  signals,
}: Deps): Rpc<DeleteSpendingBudgetsRequest, SpendingBudgets> {
  return async ({ workspaceId, budgetId, scope, subjectId }, { traceparent }) => {
    const now = clock();
    const day = utcDay(now);
    const budgets = await transaction(db, async (tx) => {
      const found = await deleteBudgets(tx, { workspaceId, budgetId, scope: scopeOf(scope), subjectId }, day);
      if (!found) throw notFound('workspace');
      const { deleted, availableMillicredits } = found;
      if (deleted.length > 0)
        await appendOutbox(tx, [fundsAvailable(workspaceId, availableMillicredits, now, traceparent)]);
      return deleted;
    });
    if (budgets.length > 0) signals.send(OUTBOX_SIGNAL);
    return { budgets: budgets.map((row) => toMessage(row, day)) };
  };
}
