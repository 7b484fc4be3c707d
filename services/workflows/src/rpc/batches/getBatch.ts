import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { Batch } from '@rotamer/proto/workflows/v1/batch.ts';
import type { GetBatchRequest } from '@rotamer/proto/workflows/v1/batches.ts';
import { readOwnBatch } from '../../batches/batchStore.ts';
import type { Deps } from '../../deps.ts';

export function getBatch({ db }: Pick<Deps, 'db'>): Rpc<GetBatchRequest, Batch> {
  return async ({ batchId }, { caller }) => readOwnBatch(db, batchId, caller);
}
