import { countFitting } from '@rotamer/kit/batching/fitting.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { Job } from '@rotamer/proto/jobs/v1/job.ts';
import type { GetManyRequest, GetManyResponse } from '@rotamer/proto/jobs/v1/jobs.ts';
import type { Deps } from '../deps.ts';
import { readJobs } from '../job/jobStore.ts';
import { presentJob } from '../job/presentJob.ts';

export function getMany({ db }: Pick<Deps, 'db'>): Rpc<GetManyRequest, GetManyResponse> {
  return async ({ jobIds }) => {
    const jobs = (await readJobs(db, jobIds)).map(presentJob);
    const fitting = countFitting(Job, jobs);
    return { jobs: jobs.slice(0, fitting), postponedJobIds: jobs.slice(fitting).map(({ id }) => id) };
  };
}
