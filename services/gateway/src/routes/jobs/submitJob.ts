import { submitJob as operation } from '@rotamer/api/operations/jobs/submitJob.ts';
import { capMillicredits } from '@rotamer/api/requests/readInputs.ts';
import { readSubmission } from '@rotamer/api/requests/readSubmission.ts';
import { handler } from '../handler.ts';
import { acceptJobs } from './acceptJobs.ts';
import { readSubmissionHeaders } from './submissionHeaders.ts';

/** POST /jobs: accepts a job, once per idempotency key. */
export const submitJob = handler(operation, (dependencies, app) => {
  const accept = acceptJobs(dependencies, app);
  return async (request, reply) => {
    const { name, project_id, max_quoted_credits } = request.body;
    return accept(request, reply, {
      ...readSubmission(request.body),
      ...readSubmissionHeaders(request.headers),
      name,
      projectId: project_id ?? undefined,
      maxQuotedMillicredits: capMillicredits(max_quoted_credits),
    });
  };
});
