import { notFound } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { GetWorkspaceRequest, Workspace } from '@rotamer/proto/billing/v1/billing.ts';
import type { Deps } from '../deps.ts';
import { findWorkspace } from '../workspaceStore.ts';

export function getWorkspace({ db }: Deps): Rpc<GetWorkspaceRequest, Workspace> {
  return async ({ workspaceId }) => {
    const workspace = await findWorkspace(db, workspaceId);
    if (!workspace) throw notFound('workspace');
    return workspace;
  };
}
