import { notFound } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { requireValid } from '@rotamer/kit/grpc/validate.ts';
import type { SetPlanRequest, Workspace } from '@rotamer/proto/billing/v1/billing.ts';
import type { Deps } from '../deps.ts';
import { planProblem } from '../workspace.ts';
import { findWorkspace, listPlans, updatePlan } from '../workspaceStore.ts';

export function setPlan({ db }: Deps): Rpc<SetPlanRequest, Workspace> {
  return async ({ workspaceId, plan }) => {
    requireValid(planProblem(plan, await listPlans(db)));
    await updatePlan(db, workspaceId, plan);
    const workspace = await findWorkspace(db, workspaceId);
    if (!workspace) throw notFound('workspace');
    return workspace;
  };
}
