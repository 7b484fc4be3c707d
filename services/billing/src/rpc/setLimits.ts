import { notFound } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { requireValid } from '@rotamer/kit/grpc/validate.ts';
import type { SetLimitsRequest, Workspace } from '@rotamer/proto/billing/v1/billing.ts';
import type { Deps } from '../deps.ts';
import { limitProblems } from '../workspace.ts';
import { findWorkspace, updateLimits } from '../workspaceStore.ts';

export function setLimits({ db }: Deps): Rpc<SetLimitsRequest, Workspace> {
  return async (limits) => {
    requireValid(...limitProblems(limits));
    await updateLimits(db, limits);
    const workspace = await findWorkspace(db, limits.workspaceId);
    if (!workspace) throw notFound('workspace');
    return workspace;
  };
}
