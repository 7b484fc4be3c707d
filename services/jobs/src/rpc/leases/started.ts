import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { HeartbeatResponse, StartedRequest } from '@rotamer/proto/jobs/v1/leases.ts';
import type { Deps } from '../../deps.ts';
import { ordersFor } from './orders.ts';

/** Records that the tool starts. Its time limit and billable time begin now, not with the lease. */
export function started({ changeJob }: Pick<Deps, 'changeJob'>): Rpc<StartedRequest, HeartbeatResponse> {
  return async ({ jobId, attempt }, { signal }) => {
    const result = await changeJob(jobId, { type: 'start', attempt }, signal);
    return ordersFor(result?.job, attempt);
  };
}
