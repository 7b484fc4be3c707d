import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { pollHeaders } from '../../schemas/headers.ts';
import { job } from '../../schemas/job.ts';

/** GET /jobs/{jobId}: the current state of a job. Only the rate limit of the key limits how often it may be read. */
export const getJob = operation({
  id: 'getJob',
  method: 'GET',
  path: '/jobs/{jobId}',
  access: { scope: 'jobs:read', role: 'viewer', limited: 'named' },
  tag: 'Jobs',
  summary: 'Get a job',
  responses: { 200: { description: 'The job', headers: pollHeaders, body: ref(job) } },
  errors: ['not_found'],
  sample: {},
});
