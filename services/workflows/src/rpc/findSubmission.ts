import { notFound } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { requireValid, uuid } from '@rotamer/kit/grpc/validate.ts';
import type { StartRequest, StartResponse } from '@rotamer/proto/workflows/v1/workflows.ts';
import type { Deps } from '../deps.ts';
import { readSubmission } from '../runs/submissions.ts';
import { answerStart, submissionOf } from './start.ts';

/**
 * Returns the run of an earlier start, for a caller who may not start it now.
 *
 * @throws not_found if the id was never used, or if its run no longer exists; conflict if the id was used for another request.
 */
export function findSubmission(deps: Pick<Deps, 'db' | 'revisions'>): Rpc<StartRequest, StartResponse> {
  return async (request, context) => {
    requireValid(uuid('idempotency_key', request.submissionId));
    const before = await readSubmission(deps.db, submissionOf(request, context));
    if (!before) throw notFound('submission');
    return answerStart(deps, context, before.runId, true);
  };
}
