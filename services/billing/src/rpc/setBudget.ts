import { MAX_MILLICREDITS } from '@rotamer/domain/limits.ts';
import { Fault, notFound } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { requireValid, uuid, wholeNumber } from '@rotamer/kit/grpc/validate.ts';
import type { Budget, SetBudgetRequest } from '@rotamer/proto/billing/v1/billing.ts';
import { setBudget as storeBudget } from '../budgetStore.ts';
import type { Deps } from '../deps.ts';
import { findWorkspace } from '../workspaceStore.ts';

export function setBudget({ db }: Deps): Rpc<SetBudgetRequest, Budget> {
  return async (request) => {
    const { budgetId, workspaceId, capMillicredits } = request;
    requireValid(uuid('budget_id', budgetId), wholeNumber('cap_millicredits', capMillicredits, 0, MAX_MILLICREDITS));
    if (!(await findWorkspace(db, workspaceId))) throw notFound('workspace');
    const budget = await storeBudget(db, request);
    if (!budget) throw new Fault('conflict', 'The budget belongs to another workspace.');
    return budget;
  };
}
