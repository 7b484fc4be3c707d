import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { StopRequest, StopResponse } from '@rotamer/proto/jobs/v1/jobs.ts';
import type { Deps } from '../deps.ts';
import { presentJob } from '../job/presentJob.ts';
import { endForUser } from './endForUser.ts';

/**
 * Stops a job that waits or runs, and settles it before returning if billing is available. The job is CANCELLED at
 * once; a runner that holds its lease ends the tool after its next heartbeat.
 */
export function stop(deps: Pick<Deps, 'db' | 'changeJob' | 'billing'>): Rpc<StopRequest, StopResponse> {
  return async ({ jobId }, context) => ({ job: presentJob(await endForUser(deps, jobId, 'stop', context)) });
}
