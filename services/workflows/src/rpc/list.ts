import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { ListWorkflowsRequest, ListWorkflowsResponse } from '@rotamer/proto/workflows/v1/workflows.ts';
import type { Deps } from '../deps.ts';
import { listOwnWorkflows } from '../workflow/workflowStore.ts';
import { pageLimit } from './bounds.ts';

export function list({ db }: Pick<Deps, 'db'>): Rpc<ListWorkflowsRequest, ListWorkflowsResponse> {
  return async (request, { caller }) => {
    const limit = pageLimit(request.limit);
    const workflows = await listOwnWorkflows(db, { ...request, limit: limit + 1 }, caller);
    return { workflows: workflows.slice(0, limit), hasMore: workflows.length > limit };
  };
}
