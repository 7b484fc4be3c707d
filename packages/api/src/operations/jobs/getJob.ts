import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { pollHeaders } from '../../schemas/headers.ts';
import { jobDetails } from '../../schemas/jobDetails.ts';

/** GET /jobs/{jobId}: a job with its settings, inputs and attempts. Only the rate limit of the key limits how often it may be read. */
export const getJob = operation({
  id: 'getJob',
  method: 'GET',
  path: '/jobs/{jobId}',
  access: { scope: 'jobs:read', role: 'viewer', limited: 'named' },
  tag: 'Jobs',
  summary: 'Get a job with its settings, inputs and attempts',
  description:
    'Beside `GET /jobs/{jobId}/status`, which clients poll: it says what was submitted, by whom, what each attempt came to, and why a waiting job waits. The pace of status polls does not count here. Contents of inputs are not repeated: read a saved file with `GET /files/{fileId}`.',
  responses: { 200: { description: 'The job', headers: pollHeaders, body: ref(jobDetails) } },
  errors: ['not_found'],
  sample: { call: 'jobs.details', cli: 'jobs show JOB_ID' },
});
