import { Fault, notFound } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { GetResultRequest, JobResult } from '@rotamer/proto/jobs/v1/jobs.ts';
import type { Deps } from '../deps.ts';
import { isTerminal } from '../job/job.ts';
import { presentJob } from '../job/presentJob.ts';
import { POLL_SECONDS, polledTooSoon, readForCallers } from '../job/readForCallers.ts';

/** Returns a terminal job with the location of its output; the caller reads the bytes itself. */
export function getResult({ db }: Pick<Deps, 'db'>): Rpc<GetResultRequest, JobResult> {
  return async ({ jobId, poll }, { caller: { workspaceId, keyId } }) => {
    const read = { jobId, workspaceId, pollerKeyId: poll ? keyId : undefined };
    const [answer] = await readForCallers(db, [read], 'result');
    if (!answer) throw notFound('job');
    if (answer.waitSeconds > 0) throw polledTooSoon('result', answer.waitSeconds);
    const { job } = answer;
    const details = { current_status: job.status };
    if (!isTerminal(job.status)) {
      throw new Fault('job_not_completed', `The job is still ${job.status}.`, {
        details,
        retryAfterSeconds: POLL_SECONDS,
      });
    }
    if (!job.manifest) {
      throw new Fault('not_found', `The job is ${job.status} and has no stored output.`, {
        resolution: "See the job's `error` field.",
        details,
      });
    }
    return { job: presentJob(job) };
  };
}
