import { notFound } from '@rotamer/kit/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { Job } from '@rotamer/proto/jobs/v1/job.ts';
import type { GetJobRequest } from '@rotamer/proto/jobs/v1/jobs.ts';
import { readOwnJob } from '../jobStore.ts';
import { pollOwnJob } from '../pollJob.ts';
import { presentJob } from '../presentJob.ts';
import type { Deps } from './deps.ts';

export function get({ db }: Pick<Deps, 'db'>): Rpc<GetJobRequest, Job> {
  return async ({ jobId, poll }, { caller }) => {
    const found = await (poll ? pollOwnJob(db, jobId, caller, 'status') : readOwnJob(db, jobId, caller.workspaceId));
    if (!found) throw notFound('job');
    return presentJob(found.job);
  };
}
