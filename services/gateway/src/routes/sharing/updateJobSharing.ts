import { updateJobSharing as operation } from '@rotamer/api/operations/sharing/updateJobSharing.ts';
import type { JobSharingRequestBody } from '@rotamer/api/schemas/jobSharing.ts';
import { refuseDoubleNames } from '@rotamer/api/validation/aliases.ts';
import { validationFault } from '@rotamer/kit/errors/fault.ts';
import { Visibility } from '@rotamer/proto/jobs/v1/sharing.ts';
import { jobIdOf } from '../../params/ids.ts';
import { linkHeader, presentSharing } from '../../present/presentSharing.ts';
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
    expiresAt: endOf(expires_at),
    neverExpires: expires_at === null,
    addInvites: add_invites ?? addInvites ?? [],
    removeInvites: remove_invites ?? removeInvites ?? [],
  };
}

/** The format allows a leap second, which JavaScript has no time for. */
function endOf(expires_at: JobSharingRequestBody['expires_at']): Date | undefined {
  if (!expires_at) return undefined;
  const end = new Date(expires_at);
  if (!Number.isNaN(end.getTime())) return end;
  throw validationFault([{ path: 'expires_at', message: 'is not a time of the calendar' }]);
}
