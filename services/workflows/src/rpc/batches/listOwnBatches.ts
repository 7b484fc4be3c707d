import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { ListBatchesRequest, ListBatchesResponse } from '@rotamer/proto/workflows/v1/batches.ts';
import { listBatches } from '../../batches/batchStore.ts';
import type { Deps } from '../../deps.ts';
import { pageLimit } from '../bounds.ts';

export function listOwnBatches({ db }: Pick<Deps, 'db'>): Rpc<ListBatchesRequest, ListBatchesResponse> {
  return async (request, { caller }) => {
    const limit = pageLimit(request.limit);
    const batches = await listBatches(db, caller, { ...request, limit: limit + 1 });
    return { batches: batches.slice(0, limit), hasMore: batches.length > limit };
  };
}
