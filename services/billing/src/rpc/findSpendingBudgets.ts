import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { FindSpendingBudgetsRequest, SpendingBudgets } from '@rotamer/proto/billing/v1/billing.ts';
import { utcDay } from '../day.ts';
import type { Deps } from '../deps.ts';
import { toMessage } from '../spending/spendingBudget.ts';
import { findBudgets } from '../spending/spendingStore.ts';

export function findSpendingBudgets({ db, clock }: Deps): Rpc<FindSpendingBudgetsRequest, SpendingBudgets> {
  return async ({ workspaceId, heldFor = {} }) => {
    const day = utcDay(clock());
    return { budgets: (await findBudgets(db, workspaceId, heldFor, day)).map((row) => toMessage(row, day)) };
  };
}
