import { Fault, notFound } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { GetResultRequest, JobResult } from '@rotamer/proto/jobs/v1/jobs.ts';
import type { Deps } from '../deps.ts';
import { isTerminal } from '../job/job.ts';
import { presentJob } from '../job/presentJob.ts';
import { POLL_SECONDS, readForCallers } from '../job/readForCallers.ts';

/** Where a terminal job's output is; its bytes are read by whoever asked. */
export function getResult({ db }: Pick<Deps, 'db'>): Rpc<GetResultRequest, JobResult> {
  return async ({ jobId, poll }, { caller: { workspaceId, keyId } }) => {
    const read = { jobId, workspaceId, pollerKeyId: poll ? keyId : undefined };
    const [answer] = await readForCallers(db, [read], 'result');
    if (!answer) throw notFound('job');
    if (answer.waitSeconds > 0) throw polledTooSoon(answer.waitSeconds);
    const { job } = answer;
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

function polledTooSoon(retryAfterSeconds: number): Fault {
  return new Fault('rate_limited', `The result of a job may be read once in ${POLL_SECONDS} seconds.`, {
    resolution: 'Wait as long as Retry-After says, or follow the job by its event stream.',
    retryAfterSeconds,
  });
}
