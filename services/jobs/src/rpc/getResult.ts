import { Fault, notFound } from '@rotamer/kit/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { GetResultRequest, JobResult } from '@rotamer/proto/jobs/v1/jobs.ts';
import { isTerminal } from '../job.ts';
import { readOwnJob } from '../jobStore.ts';
import { POLL_SECONDS, pollOwnJob } from '../pollJob.ts';
import { presentJob } from '../presentJob.ts';
import type { Deps } from './deps.ts';

/** Where a terminal job's output is; its bytes are read by whoever asked. */
export function getResult({ db }: Pick<Deps, 'db'>): Rpc<GetResultRequest, JobResult> {
  return async ({ jobId, poll }, { caller }) => {
    const found = await (poll ? pollOwnJob(db, jobId, caller, 'result') : readOwnJob(db, jobId, caller.workspaceId));
    if (!found) throw notFound('job');
    const { job } = found;
    const details = { current_status: job.status };
    if (!isTerminal(job.status)) {
      throw new Fault('job_not_completed', `The job is ${job.status}.`, { details, retryAfterSeconds: POLL_SECONDS });
    }
    if (!job.manifest) {
      throw new Fault('not_found', `The job is ${job.status} and has no stored output.`, {
        resolution: "Read the job's error in its status.",
        details,
      });
    }
    return { job: presentJob(job) };
  };
}
