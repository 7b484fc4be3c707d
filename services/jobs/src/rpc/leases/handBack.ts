import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { CompleteResponse, HandBackRequest } from '@rotamer/proto/jobs/v1/leases.ts';
import type { Deps } from '../../deps.ts';

/** A draining runner returns an attempt: uncounted, claimable at once. */
export function handBack({ changeJob }: Pick<Deps, 'changeJob'>): Rpc<HandBackRequest, CompleteResponse> {
  return async ({ jobId, attempt }) => {
    const result = await changeJob(jobId, { type: 'handBack', attempt });
    return { accepted: result?.changed ?? false };
  };
}
