import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { jobCancellation } from '../../schemas/job.ts';

/** POST /jobs/{jobId}/cancel: ends a job that has not started, with a full refund. */
export const cancelJob = operation({
  id: 'cancelJob',
  method: 'POST',
  path: '/jobs/{jobId}/cancel',
  access: { scope: 'jobs:write', role: 'member', limited: 'named' },
  tag: 'Jobs',
  summary: 'Cancel a job that has not started',
  responses: { 200: { body: ref(jobCancellation) } },
  errors: ['not_found', 'conflict'],
  audit: { action: 'job.cancelled', resource: 'job', id: { param: 'jobId' }, onlyOfOthers: true },
  sample: { call: 'jobs.cancel', cli: 'jobs cancel JOB_ID' },
});
