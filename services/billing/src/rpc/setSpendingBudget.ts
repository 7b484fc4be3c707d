import { MAX_MILLICREDITS } from '@rotamer/domain/limits.ts';
import { transaction } from '@rotamer/kit/db/transaction.ts';
import { Fault, notFound } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { requireValid, wholeNumber } from '@rotamer/kit/grpc/validate.ts';
import { newId } from '@rotamer/kit/ids.ts';
import { appendOutbox, OUTBOX_SIGNAL } from '@rotamer/kit/outbox/outbox.ts';
import type { SetSpendingBudgetRequest, SpendingBudget } from '@rotamer/proto/billing/v1/billing.ts';
import { utcDay } from '../day.ts';
import type { Deps } from '../deps.ts';
import { fundsAvailable } from '../fundsAvailable.ts';
import { periodOf, scopeOf, toMessage } from '../spending/spendingBudget.ts';
import { MAX_BUDGETS, readBudget, storeBudget } from '../spending/spendingStore.ts';

/** Creates or changes a budget. A higher cap lets work try again that waits for credits. */
export function setSpendingBudget({ db, clock, signals }: Deps): Rpc<SetSpendingBudgetRequest, SpendingBudget> {
  return async (request, { traceparent }) => {
    const { workspaceId, capMillicredits } = request;
    const [scope, period] = [scopeOf(request.scope), periodOf(request.period)];
    const subjectId = scope === 'workspace' ? workspaceId : request.subjectId;
    requireValid(
      scope ? undefined : { path: 'scope', message: 'is required' },
      period ? undefined : { path: 'period', message: 'is required' },
      /^[\x21-\x7e]{1,500}$/.test(subjectId) ? undefined : { path: 'subject_id', message: 'must be an id' },
      wholeNumber('cap', capMillicredits, 0, MAX_MILLICREDITS),
    );
    const [now, wanted] = [clock(), { workspaceId, scope: scope!, subjectId, period: period!, capMillicredits }];
    const day = utcDay(now);
    const { budget, more } = await transaction(db, async (tx) => {
      const verdict = await storeBudget(tx, { ...wanted, id: newId('bud', now) }, day);
      if (!verdict) throw notFound('workspace');
      if (verdict.outcome === 'too_many')
        throw new Fault('conflict', `The workspace has ${MAX_BUDGETS} budgets, which is the most.`, {
          resolution: 'Delete budgets that are no longer needed.',
        });
      const { more, budgetId, availableMillicredits } = verdict;
      if (more) await appendOutbox(tx, [fundsAvailable(workspaceId, availableMillicredits, now, traceparent)]);
      return { budget: await readBudget(tx, budgetId, day), more };
    });
    if (more) signals.send(OUTBOX_SIGNAL);
    return toMessage(budget, day);
  };
}
