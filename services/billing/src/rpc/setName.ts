import { notFound } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { requireValid } from '@rotamer/kit/grpc/validate.ts';
import type { SetNameRequest, Workspace } from '@rotamer/proto/billing/v1/billing.ts';
import type { Deps } from '../deps.ts';
import { workspaceNameProblem } from '../workspace.ts';
import { findWorkspace, updateName } from '../workspaceStore.ts';

export function setName({ db }: Deps): Rpc<SetNameRequest, Workspace> {
  return async ({ workspaceId, name }) => {
    requireValid(workspaceNameProblem(name));
    await updateName(db, workspaceId, name);
    const workspace = await findWorkspace(db, workspaceId);
    if (!workspace) throw notFound('workspace');
    return workspace;
  };
}
