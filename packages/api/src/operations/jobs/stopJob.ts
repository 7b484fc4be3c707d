import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { jobStop } from '../../schemas/job.ts';

const description = [
  'The job is CANCELLED at once, and its tool ends within a few seconds. No result is kept.',
  'A job that has not started is cancelled with a full refund.',
  'A running metered job is charged for the run time that its runner has reported, at most once every 5 s, and never for more than is reserved.',
  'A running job with a fixed price is charged its price.',
  'A job that has ended is a `conflict` with `details.current_status`.',
  'A job of a workflow run is a `conflict` too: cancel the run.',
].join(' ');

/** POST /jobs/{jobId}/stop: ends a job that waits or runs. */
export const stopJob = operation({
  id: 'stopJob',
  method: 'POST',
  path: '/jobs/{jobId}/stop',
  access: { scope: 'jobs:write', role: 'member', limited: 'named' },
  tag: 'Jobs',
  summary: 'Stop a job, also one that runs',
  description,
  responses: { 202: { body: ref(jobStop) } },
  errors: ['not_found', 'conflict'],
  audit: { action: 'job.stopped', resource: 'job', id: { param: 'jobId' }, onlyOfOthers: true },
  sample: { call: 'jobs.stop', cli: 'jobs stop JOB_ID' },
});
