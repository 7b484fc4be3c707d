import { retryJob as operation } from '@rotamer/api/operations/jobs/retryJob.ts';
import { jobIdOf } from '@rotamer/http/params/ids.ts';
import { presentJob } from '@rotamer/present/presentJob.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** POST /jobs/{jobId}/retry: retries a waiting job now. */
export const retryJob = handler(operation, ({ jobs }) => async (request, reply) => {
  const job = await jobs.retry({ jobId: jobIdOf(request.params) }, callScope(request, reply));
  return { object: 'job_retry' as const, job: presentJob(job) };
});
