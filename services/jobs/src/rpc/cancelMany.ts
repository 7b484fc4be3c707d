import { countFitting } from '@rotamer/kit/batching/fitting.ts';
import { validationFault } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { Job as ProtoJob } from '@rotamer/proto/jobs/v1/job.ts';
import type { CancelManyRequest, CancelManyResponse } from '@rotamer/proto/jobs/v1/jobs.ts';
import type { Deps } from '../deps.ts';
import type { Job } from '../job/job.ts';
import { readOwnJobs } from '../job/jobStore.ts';
import { presentJob } from '../job/presentJob.ts';
import { withdrawSubmissions } from '../submit/submissionStore.ts';
import { settleJobs } from '../work/settleJobs.ts';

const MAX_JOBS = 500;

/**
 * Ends jobs of one owner, such as the children of a cancelled run, and returns them, so that the owner learns the final
 * amounts. Submissions that may be in flight are named by their ids: a job that a submission has made is ended too, and
 * a submission without a job never makes one.
 */
export function cancelMany(
  deps: Pick<Deps, 'db' | 'changeJob' | 'billing'>,
): Rpc<CancelManyRequest, CancelManyResponse> {
  return async ({ jobIds, submissionIds }, { caller, deadlineMs, signal, log }) => {
    if (jobIds.length + submissionIds.length > MAX_JOBS)
      throw validationFault([{ path: 'job_ids', message: `has more than ${MAX_JOBS} ids, submission_ids included` }]);
    const submitted = await withdrawSubmissions(deps.db, caller.workspaceId, submissionIds);
    const ids = new Set([...jobIds, ...submitted.jobIds]);
    const own = await readOwnJobs(deps.db, [...ids], caller.workspaceId);
    const ended = await Promise.all(
      own.map(async (job) => (await deps.changeJob(job.id, { type: 'end' }, signal))?.job ?? job),
    );
    const settled = await settleJobs({ ...deps, log }, ended, { deadlineMs, signal }).catch((error) => {
      log.warn({ err: error }, 'settlement failed; the settlement loop will retry it');
      return { settled: [] as Job[] };
    });
    const final = new Map(settled.settled.map((job) => [job.id, job]));
    const jobs = ended.map((job) => presentJob(final.get(job.id) ?? job));
    const fitting = countFitting(ProtoJob, jobs);
    return {
      jobs: jobs.slice(0, fitting),
      postponedJobIds: jobs.slice(fitting).map(({ id }) => id),
      withdrawnSubmissionIds: submitted.withdrawnIds,
    };
  };
}
