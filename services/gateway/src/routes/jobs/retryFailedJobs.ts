import { retryFailedJobs as operation } from '@rotamer/api/operations/jobs/retryFailedJobs.ts';
import { SUBMIT_BUDGET_MS } from '@rotamer/http/request/budgets.ts';
import { derivedUuid } from '@rotamer/kit/ids.ts';
import { JobStatus } from '@rotamer/proto/jobs/v1/job.ts';
import { SubmissionKind } from '@rotamer/proto/jobs/v1/jobs.ts';
import { requireScope } from '../../access/authorise.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';
import { actOnMany } from './actOnMany.ts';
import { recallJob } from './recallJob.ts';

const FAILED = [JobStatus.FAILED, JobStatus.TIMEOUT];

/** POST /jobs/retry-failed: submits the failed jobs that match a filter again, each once. */
export const retryFailedJobs = handler(operation, (dependencies) => async (request, reply) => {
  const { jobs } = dependencies;
  const credential = request.credential!;
  const scope = { ...callScope(request, reply, SUBMIT_BUDGET_MS), signal: undefined };
  return actOnMany(
    dependencies,
    { body: request.body, credential, scope },
    {
      statuses: FAILED,
      async act({ id, projectId }) {
        if (projectId !== undefined) requireScope('projects:write', credential);
        const recalled = await recallJob(jobs, { jobId: id, credential, scope }, {});
        const submissionId = derivedUuid(credential.workspaceId, 'retry of a failed job', id);
        const asked = { ...recalled, submissionId, kind: SubmissionKind.KEYED, projectId, rerunOf: id };
        return (await jobs.submit(asked, scope)).job!.id;
      },
    },
  );
});
