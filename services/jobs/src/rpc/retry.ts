import { notFound } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { Job } from '@rotamer/proto/jobs/v1/job.ts';
import type { RetryRequest } from '@rotamer/proto/jobs/v1/jobs.ts';
import type { Deps } from '../deps.ts';
import { readOwnJob } from '../job/jobStore.ts';
import { presentJob } from '../job/presentJob.ts';
import { OFFERS_SIGNAL } from '../work/matchOffers.ts';

/** Tries a waiting job now: one in RETRY without its backoff, a PENDING one as soon as a runner offers its tool. */
export function retry(deps: Pick<Deps, 'db' | 'signals' | 'changeJob'>): Rpc<RetryRequest, Job> {
  return async ({ jobId }, { caller, signal }) => {
    const found = await readOwnJob(deps.db, jobId, caller.workspaceId);
    const tried = found && (await deps.changeJob(jobId, { type: 'tryNow' }, signal));
    if (!tried) throw notFound('job');
    deps.signals.send(OFFERS_SIGNAL);
    return presentJob(tried.job);
  };
}
