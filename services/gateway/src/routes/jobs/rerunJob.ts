import { rerunJob as operation } from '@rotamer/api/operations/jobs/rerunJob.ts';
import { capMillicredits } from '@rotamer/api/requests/readInputs.ts';
import { jobIdOf } from '../../params/ids.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';
import { acceptJobs } from './acceptJobs.ts';
import { recallJob } from './recallJob.ts';

/** POST /jobs/{jobId}/rerun: submits a job with the inputs of an earlier one, once per idempotency key. */
export const rerunJob = handler(operation, (dependencies, app) => {
  const accept = acceptJobs(dependencies, app);
  return async (request, reply) => {
    const body = request.body ?? {};
    const scope = callScope(request, reply);
    const of = { jobId: jobIdOf(request.params), credential: request.credential!, scope };
    const recalled = await recallJob(dependencies.jobs, of, body);
    return accept(request, reply, {
      ...recalled,
      name: body.name ?? recalled.name,
      projectId: body.project_id ?? undefined,
      maxQuotedMillicredits: capMillicredits(body.max_quoted_credits),
    });
  };
});
