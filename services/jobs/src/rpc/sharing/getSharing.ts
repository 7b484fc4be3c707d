import { notFound } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { GetSharingRequest, JobSharing } from '@rotamer/proto/jobs/v1/sharing.ts';
import type { Deps } from '../../deps.ts';
import { presentSharing } from '../../sharing/presentSharing.ts';
import { readOwnSharing } from '../../sharing/shareStore.ts';

export function getSharing({ db, shareLinks }: Pick<Deps, 'db' | 'shareLinks'>): Rpc<GetSharingRequest, JobSharing> {
  return async ({ jobId }, { caller }) => {
    const sharing = await readOwnSharing(db, jobId, caller.workspaceId);
    if (!sharing) throw notFound('job');
    return presentSharing(sharing, caller, shareLinks);
  };
}
