import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { sharingHeaders } from '../../schemas/headers.ts';
import { jobSharing, jobSharingRequest } from '../../schemas/jobSharing.ts';

/** PATCH /jobs/{jobId}/share: shares a job with people outside the workspace, or stops sharing it. */
export const updateJobSharing = operation({
  id: 'updateJobSharing',
  method: 'PATCH',
  path: '/jobs/{jobId}/share',
  access: { scope: 'jobs:write', role: 'member', limited: 'named' },
  tag: 'Sharing',
  summary: 'Update the sharing settings of a job',
  description:
    'Each newly invited person receives an e-mail with a personal link. The number of e-mails per day is limited. ' +
    'From `expires_at` on, page and links answer like those of an unknown job.',
  body: ref(jobSharingRequest),
  responses: {
    200: { description: 'The sharing settings of the job', headers: sharingHeaders, body: ref(jobSharing) },
  },
  errors: ['not_found', 'daily_limit_exceeded'],
  audit: { action: 'sharing.changed', resource: 'job', id: { param: 'jobId' }, facts: ['visibility', 'expires_at'] },
  sample: {
    body: { visibility: 'INVITED', add_invites: ['ada@example.org'], expires_at: '2036-03-01T12:00:00Z' },
    call: 'jobs.at().share',
    cli: 'jobs share JOB_ID --visibility INVITED --invite ada@example.org --expires 2036-03-01T12:00:00Z',
  },
});
