import { keyReusedFault, notFound } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { SubmitRequest, SubmitResponse } from '@rotamer/proto/jobs/v1/jobs.ts';
import type { Deps } from '../deps.ts';
import { presentJob } from '../job/presentJob.ts';
import { readSubmission } from '../submit/submission.ts';
import { readSubmissions } from '../submit/submissionStore.ts';

/**
 * Returns the job of an earlier submission to a caller who would not be allowed to submit it now. Such calls are rare,
 * so they are not batched.
 *
 * @throws not_found when the id was never used, or its job is deleted; conflict when the id was used for another job.
 */
export function findSubmission({ db }: Pick<Deps, 'db'>): Rpc<SubmitRequest, SubmitResponse> {
  return async (request, context) => {
    const { id, workspaceId, fingerprint } = readSubmission(request, context);
    const [stored] = await readSubmissions(db, [id]);
    if (!stored) throw notFound('submission');
    if (stored.workspaceId !== workspaceId || stored.fingerprint !== fingerprint) throw keyReusedFault();
    if (!stored.job) throw notFound('submission');
    return { job: presentJob(stored.job), replayed: true };
  };
}
