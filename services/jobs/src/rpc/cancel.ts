import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { CancelRequest, CancelResponse } from '@rotamer/proto/jobs/v1/jobs.ts';
import type { Deps } from '../deps.ts';
import { presentJob } from '../job/presentJob.ts';
import { endForUser } from './endForUser.ts';

/** Cancels a job that waits for an attempt. Releases its credits before returning if billing is available. */
export function cancel(deps: Pick<Deps, 'db' | 'changeJob' | 'billing'>): Rpc<CancelRequest, CancelResponse> {
  return async ({ jobId }, context) => {
    const job = await endForUser(deps, jobId, 'cancel', context);
    return { job: presentJob(job), refunded: job.billing !== undefined };
  };
}
