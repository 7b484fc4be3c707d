import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { requireValid, wholeNumber } from '@rotamer/kit/grpc/validate.ts';
import type { ListSpendingBudgetsRequest, SpendingBudgets } from '@rotamer/proto/billing/v1/billing.ts';
import { utcDay } from '../day.ts';
import type { Deps } from '../deps.ts';
import { toMessage } from '../spending/spendingBudget.ts';
import { listBudgets } from '../spending/spendingStore.ts';

export function listSpendingBudgets({ db, clock }: Deps): Rpc<ListSpendingBudgetsRequest, SpendingBudgets> {
  return async (request) => {
    requireValid(
      wholeNumber('limit', request.limit, 1, 1_000),
      request.visibleKeyIds.length > 1_000 && { path: 'visible_key_ids', message: 'must be at most 1,000' },
    );
    const day = utcDay(clock());
    return { budgets: (await listBudgets(db, request, day)).map((row) => toMessage(row, day)) };
  };
}
