import { updateJobSharing as operation } from '@rotamer/api/operations/sharing/updateJobSharing.ts';
import type { JobSharingRequestBody } from '@rotamer/api/schemas/jobSharing.ts';
import { refuseDoubleNames } from '@rotamer/api/validation/aliases.ts';
import { jobIdOf } from '@rotamer/http/params/ids.ts';
import { readTime } from '@rotamer/http/params/time.ts';
import { linkHeader, presentSharing } from '@rotamer/present/presentSharing.ts';
import { Visibility } from '@rotamer/proto/jobs/v1/sharing.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** PATCH /jobs/{jobId}/share: shares a job with people outside the workspace, or stops sharing it. */
export const updateJobSharing = handler(operation, ({ sharing }) => async (request, reply) => {
  const jobId = jobIdOf(request.params);
  const changed = await sharing.updateSharing({ jobId, ...readChange(request.body) }, callScope(request, reply));
  reply.header('link', linkHeader(changed));
  return presentSharing(changed);
});

/** The request with its aliases resolved. */
function readChange(body: JobSharingRequestBody) {
  const { visibility, expires_at, add_invites, addInvites, remove_invites, removeInvites } = body;
  refuseDoubleNames([
    { alias: 'addInvites', name: 'add_invites', values: [add_invites, addInvites] },
    { alias: 'removeInvites', name: 'remove_invites', values: [remove_invites, removeInvites] },
  ]);
  return {
    visibility: visibility && Visibility[visibility],
    expiresAt: typeof expires_at === 'string' ? readTime('expires_at', expires_at) : undefined,
    neverExpires: expires_at === null,
    addInvites: add_invites ?? addInvites ?? [],
    removeInvites: remove_invites ?? removeInvites ?? [],
  };
}
