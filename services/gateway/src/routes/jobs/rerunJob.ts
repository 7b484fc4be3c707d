import { rerunJob as operation } from '@rotamer/api/operations/jobs/rerunJob.ts';
import { capMillicredits } from '@rotamer/api/requests/readInputs.ts';
import { jobIdOf } from '@rotamer/http/params/ids.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';
import { acceptJobs } from './acceptJobs.ts';
import { recallJob } from './recallJob.ts';
import { readSubmissionHeaders } from './submissionHeaders.ts';

/** POST /jobs/{jobId}/rerun: submits a job with the inputs of an earlier one, once per idempotency key. */
export const rerunJob = handler(operation, (dependencies, app) => {
  const accept = acceptJobs(dependencies, app);
  return async (request, reply) => {
    const body = request.body ?? {};
    const scope = callScope(request, reply);
    const jobId = jobIdOf(request.params);
    const given = readSubmissionHeaders(request.headers);
    const of = { jobId, credential: request.credential!, scope };
    const recalled = await recallJob(dependencies.jobs, of, body);
    return accept(request, reply, {
      ...recalled,
      ...given,
      labels: request.headers.labels === undefined ? recalled.labels : given.labels,
      rerunOf: jobId,
      name: body.name ?? recalled.name,
      projectId: body.project_id ?? undefined,
      maxQuotedMillicredits: capMillicredits(body.max_quoted_credits),
    });
  };
});
