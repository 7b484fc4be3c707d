import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { CompleteResponse, HandBackRequest } from '@rotamer/proto/jobs/v1/leases.ts';
import type { Deps } from '../../deps.ts';

/**
 * Releases the lease of a draining runner. The attempt does not count as a failure, and the job is claimable at once.
 */
export function handBack({ changeJob }: Pick<Deps, 'changeJob'>): Rpc<HandBackRequest, CompleteResponse> {
  return async ({ jobId, attempt }, { signal }) => {
    const result = await changeJob(jobId, { type: 'handBack', attempt }, signal);
    return { accepted: result?.changed ?? false };
  };
}
