import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { ListRunsRequest, ListRunsResponse } from '@rotamer/proto/workflows/v1/workflows.ts';
import type { Deps } from '../deps.ts';
import { findRuns } from '../runs/findRuns.ts';
import { pageLimit } from './bounds.ts';

export function listRuns({ db }: Pick<Deps, 'db'>): Rpc<ListRunsRequest, ListRunsResponse> {
  return async (request, { caller }) => findRuns(db, { ...request, limit: pageLimit(request.limit) }, caller);
}
