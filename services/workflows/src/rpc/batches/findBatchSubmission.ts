import { notFound } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { requireValid, uuid } from '@rotamer/kit/grpc/validate.ts';
import type { CreateBatchRequest, CreateBatchResponse } from '@rotamer/proto/workflows/v1/batches.ts';
import type { Deps } from '../../deps.ts';
import { readSubmission } from '../../runs/submissions.ts';
import { answerCreate, batchSubmission } from './create.ts';

/**
 * Returns the batch of an earlier request, for a caller who may not start it now.
 *
 * @throws not_found if the id was never used; conflict if it was used for another request.
 */
export function findBatchSubmission({ db }: Pick<Deps, 'db'>): Rpc<CreateBatchRequest, CreateBatchResponse> {
  return async (request, context) => {
    requireValid(uuid('idempotency_key', request.submissionId));
    const before = await readSubmission(db, batchSubmission(request, context));
    if (!before) throw notFound('submission');
    return answerCreate({ db }, context, before, true);
  };
}
