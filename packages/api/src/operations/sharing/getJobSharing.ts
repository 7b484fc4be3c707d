import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { sharingHeaders } from '../../schemas/headers.ts';
import { jobSharing } from '../../schemas/jobSharing.ts';

/** GET /jobs/{jobId}/share: who outside the workspace may view a job. */
export const getJobSharing = operation({
  id: 'getJobSharing',
  method: 'GET',
  path: '/jobs/{jobId}/share',
  access: { scope: 'jobs:read', role: 'viewer', limited: 'named' },
  tag: 'Sharing',
  summary: 'Get the sharing settings of a job',
  responses: {
    200: { description: 'The sharing settings of the job', headers: sharingHeaders, body: ref(jobSharing) },
  },
  errors: ['not_found'],
  sample: { call: 'jobs.at().sharing', cli: 'jobs share JOB_ID' },
});
