import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { StopRequest, StopResponse } from '@rotamer/proto/jobs/v1/jobs.ts';
import type { Deps } from '../deps.ts';
import { presentJob } from '../job/presentJob.ts';
import { endForUser } from './endForUser.ts';

/**
 * Stops a job that waits or runs. A running metered job is returned as PROCESSING: its runner ends the tool after the
 * next heartbeat, stores the results so far, and reports BUDGET_EXCEEDED. Any other job is CANCELLED at once, and
 * settled before returning if billing is available.
 */
export function stop(deps: Pick<Deps, 'db' | 'changeJob' | 'billing'>): Rpc<StopRequest, StopResponse> {
  return async ({ jobId }, context) => ({ job: presentJob(await endForUser(deps, jobId, 'stop', context)) });
}
