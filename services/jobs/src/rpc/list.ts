import { countFitting } from '@rotamer/kit/batching/fitting.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { Job } from '@rotamer/proto/jobs/v1/job.ts';
import type { ListJobsRequest, ListJobsResponse } from '@rotamer/proto/jobs/v1/jobs.ts';
import type { Deps } from '../deps.ts';
import { listJobs } from '../job/jobStore.ts';
import { presentJob } from '../job/presentJob.ts';

export function list({ db }: Pick<Deps, 'db'>): Rpc<ListJobsRequest, ListJobsResponse> {
  return async ({ limit, beforeId, projectId, unassigned }, { caller }) => {
    // One more than the limit, to know whether there is a next page.
    const filter = { workspaceId: caller.workspaceId, beforeId, projectId, unassigned, limit: limit + 1 };
    const jobs = (await listJobs(db, filter)).map(presentJob);
    const fitting = Math.min(limit, countFitting(Job, jobs));
    return { jobs: jobs.slice(0, fitting), hasMore: jobs.length > fitting };
  };
}
