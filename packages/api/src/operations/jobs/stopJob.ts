import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { jobStop } from '../../schemas/job.ts';

const description = [
  'A running metered job ends as at its cap: its tool ends within a few seconds, its results so far are kept, and its status becomes BUDGET_EXCEEDED.',
  'The response shows it as PROCESSING; follow it as any job. It is charged for its run time until the request, and never for more than is reserved.',
  'Repeating the request changes nothing. If its runner is lost before the results are stored, the job is CANCELLED and costs nothing.',
  'Any other job is CANCELLED at once, without results: a job that has not started costs nothing, and a running job with a fixed price costs its price.',
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
  summary: 'Stop a job; a running metered one keeps its results',
  description,
  responses: { 202: { body: ref(jobStop) } },
  errors: ['not_found', 'conflict'],
  audit: { action: 'job.stopped', resource: 'job', id: { param: 'jobId' }, onlyOfOthers: true },
  sample: { call: 'jobs.stop', cli: 'jobs stop JOB_ID' },
});
