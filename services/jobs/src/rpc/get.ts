import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { Job } from '@rotamer/proto/jobs/v1/job.ts';
import type { GetJobRequest } from '@rotamer/proto/jobs/v1/jobs.ts';
import { presentJob } from '../presentJob.ts';
import { jobFor, readForCallers } from '../readForCallers.ts';
import type { Deps } from './deps.ts';

export function get({ db }: Pick<Deps, 'db'>): Rpc<GetJobRequest, Job> {
  return async ({ jobId, poll }, { caller: { workspaceId, keyId } }) => {
    const read = { jobId, workspaceId, pollerKeyId: poll ? keyId : undefined };
    const [answer] = await readForCallers(db, [read], 'status');
    return presentJob(jobFor(answer, 'status'));
  };
}
