import { ref } from '@rotamer/api/schemas/build.ts';
import { bodyErrors, errors } from '@rotamer/api/schemas/error.ts';
import { type JobSharingRequestBody, jobSharingRequest } from '@rotamer/api/schemas/jobSharing.ts';
import { Visibility } from '@rotamer/proto/jobs/v1/sharing.ts';
import type { Deps } from '../../deps.ts';
import { linkHeader, presentSharing } from '../../present/presentSharing.ts';
import { callScope } from '../../request/callScope.ts';
import { refuseDoubleNames } from '../../validation/aliases.ts';
import type { Api } from '../apiInstance.ts';
import { jobIdOf, jobParams } from '../jobs/jobId.ts';
import { sharingAnswer } from './sharingAnswer.ts';

/** PATCH /jobs/{jobId}/share: shares a job with people outside the workspace, or stops sharing it. */
export function updateJobSharing(app: Api, { sharing }: Deps): void {
  app.patch(
    '/jobs/:jobId/share',
    {
      config: { operation: 'updateJobSharing' },
      schema: {
        summary: 'Update the sharing settings of a job',
        description:
          'Each newly invited person receives an e-mail with a personal link. How many are sent in a day is limited.',
        tags: ['Sharing'],
        params: jobParams,
        body: ref(jobSharingRequest),
        response: { 200: sharingAnswer, ...errors(...bodyErrors, 'not_found', 'daily_limit_exceeded') },
      },
    },
    async (request, reply) => {
      const jobId = jobIdOf(request.params);
      const changed = await sharing.updateSharing({ jobId, ...readChange(request.body) }, callScope(request, reply));
      return reply.header('link', linkHeader(changed)).send(presentSharing(changed));
    },
  );
}

/** The request with its aliases resolved. */
function readChange({ visibility, add_invites, addInvites, remove_invites, removeInvites }: JobSharingRequestBody) {
  refuseDoubleNames([
    { alias: 'addInvites', name: 'add_invites', values: [add_invites, addInvites] },
    { alias: 'removeInvites', name: 'remove_invites', values: [remove_invites, removeInvites] },
  ]);
  return {
    visibility: visibility && Visibility[visibility],
    addInvites: add_invites ?? addInvites ?? [],
    removeInvites: remove_invites ?? removeInvites ?? [],
  };
}
