import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { HeartbeatResponse, StartedRequest } from '@rotamer/proto/jobs/v1/leases.ts';
import type { Deps } from '../../deps.ts';
import { ordersFor } from './orders.ts';

/** The tool starts: its time limit and billable time begin here, not with the lease. */
export function started({ changeJob }: Pick<Deps, 'changeJob'>): Rpc<StartedRequest, HeartbeatResponse> {
  return async ({ jobId, attempt }) => {
    const result = await changeJob(jobId, { type: 'start', attempt });
    return ordersFor(result?.job, attempt);
  };
}
