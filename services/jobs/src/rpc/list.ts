import { countFitting } from '@rotamer/kit/batching/fitting.ts';
import { enumName } from '@rotamer/kit/enumWord.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { Job } from '@rotamer/proto/jobs/v1/job.ts';
import type { JobFilter, ListJobsRequest, ListJobsResponse } from '@rotamer/proto/jobs/v1/jobs.ts';
import type { Deps } from '../deps.ts';
import { findJobs, type JobPage, type JobSearch } from '../job/findJobs.ts';
import type { Status } from '../job/job.ts';
import { listJobs } from '../job/jobStore.ts';
import { presentJob } from '../job/presentJob.ts';

export function list({ db }: Pick<Deps, 'db'>): Rpc<ListJobsRequest, ListJobsResponse> {
  return async ({ limit, beforeId, projectId, unassigned, filter }, { caller }) => {
    const { workspaceId } = caller;
    const page = filter
      ? await findJobs(db, { ...searchOf(workspaceId, filter), projectId, unassigned }, { beforeId, limit })
      : await pageOf(db, { workspaceId, beforeId, projectId, unassigned, limit });
    const jobs = page.jobs.map(presentJob);
    const fitting = countFitting(Job, jobs);
    const nextId = fitting < jobs.length ? jobs[fitting - 1]?.id : page.nextId;
    return { jobs: jobs.slice(0, fitting), hasMore: nextId !== undefined, nextId: nextId ?? '' };
  };
}

/** Reads one more than the limit, to know whether there is a next page. */
async function pageOf(db: Deps['db'], filter: Parameters<typeof listJobs>[1]): Promise<JobPage> {
  const jobs = await listJobs(db, { ...filter, limit: filter.limit + 1 });
  const shown = jobs.slice(0, filter.limit);
  return { jobs: shown, nextId: jobs.length > shown.length ? shown.at(-1)?.id : undefined };
}

/** Reads the filter of a request. */
export function searchOf(workspaceId: string, filter: JobFilter): JobSearch {
  const { statuses, labels, ...rest } = filter;
  return {
    workspaceId,
    ...rest,
    statuses: statuses.length > 0 ? statuses.map((one) => enumName<Status>('JOB_STATUS', one)) : undefined,
    labels: Object.keys(labels).length > 0 ? labels : undefined,
  };
}
