import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { jobRetry } from '../../schemas/job.ts';

/** POST /jobs/{jobId}/retry: retries a waiting job now. */
export const retryJob = operation({
  id: 'retryJob',
  method: 'POST',
  path: '/jobs/{jobId}/retry',
  access: { scope: 'jobs:write', role: 'member', limited: 'named' },
  tag: 'Jobs',
  summary: 'Retry a waiting job now',
  responses: { 200: { body: ref(jobRetry) } },
  errors: ['not_found', 'conflict'],
  sample: { call: 'jobs.at().retry', cli: 'jobs retry JOB_ID' },
});
