import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { JobStatus } from '@rotamer/proto/jobs/v1/job.ts';
import type { DescribeQueueRequest, QueueState } from '@rotamer/proto/jobs/v1/jobs.ts';
import type { Deps } from '../deps.ts';
import { whyItWaits } from '../job/describeJob.ts';
import { readRunners, readWaiting } from '../leases/queueStore.ts';

/** Most groups of waiting jobs, and most runners, in one response. */
const MAX_GROUPS = 200;

/** Returns the waiting jobs of all workspaces and the runners. The gateway shows them to operators only. */
export function describeQueue({ db }: Pick<Deps, 'db'>): Rpc<DescribeQueueRequest, QueueState> {
  return async () => {
    const [found, runners] = await Promise.all([readWaiting(db, MAX_GROUPS + 1), readRunners(db, MAX_GROUPS)]);
    const waiting = found.slice(0, MAX_GROUPS).map(({ error, dataset, status, ...group }) => ({
      ...group,
      status: JobStatus[status],
      reason: whyItWaits({ status, error, dataset }),
    }));
    return { waiting, hasMore: found.length > MAX_GROUPS, runners };
  };
}
