import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { pollHeaders } from '../../schemas/headers.ts';
import { job } from '../../schemas/job.ts';

/** GET /jobs/{jobId}/status: the current state, for clients that poll. Returns 429 when one job is polled too often. */
export const getJobStatus = operation({
  id: 'getJobStatus',
  method: 'GET',
  path: '/jobs/{jobId}/status',
  access: { scope: 'jobs:read', role: 'viewer', limited: 'named' },
  tag: 'Jobs',
  summary: 'Get the status of a job',
  responses: { 200: { description: 'The job', headers: pollHeaders, body: ref(job) } },
  errors: ['not_found'],
  sample: { call: 'jobs.get', cli: 'jobs get JOB_ID', shown: { as: 'job', fields: ['id', 'status'] } },
});
