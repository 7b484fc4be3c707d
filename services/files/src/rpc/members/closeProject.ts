import type { Closing } from '@rotamer/domain/membership/places.ts';
import { closeProject as close, placeOf, placing } from '@rotamer/domain/membership/places.ts';
import { closingOf } from '@rotamer/domain/membership/requests.ts';
import { BLOB_DELETIONS_SIGNAL } from '@rotamer/kit/blobs/blobDeletions.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { OUTBOX_SIGNAL } from '@rotamer/kit/outbox/outbox.ts';
import type { CloseProjectRequest, CloseProjectResponse } from '@rotamer/proto/projects/v1/members.ts';
import type { Deps } from '../../deps.ts';
import { fileMemberships } from '../../membership/memberships.ts';
import { moveFiles } from '../../membership/moveFiles.ts';
import { eraseFiles } from '../../uploads/eraseFile.ts';

/** Most files that one call moves, and most that it deletes. */
const MOVED_AT_ONCE = 500;
const DELETED_AT_ONCE = 100;

/** Closes a project for new files, then moves or deletes one batch of its files, regardless of who created them. */
export function closeProject(
  deps: Pick<Deps, 'db' | 'signals' | 'clock'>,
): Rpc<CloseProjectRequest, CloseProjectResponse> {
  const { db, signals } = deps;
  return async (request, { traceparent }) => {
    const closing = closingOf(request);
    await close(db, closing);
    await workOff(deps, closing, traceparent);
    signals.send(OUTBOX_SIGNAL);
    signals.send(BLOB_DELETIONS_SIGNAL);
    return { done: !(await fileMemberships.hasSome(db, closing)) };
  };
}

async function workOff({ db, clock }: Pick<Deps, 'db' | 'clock'>, closing: Closing, traceparent: string) {
  const { workspaceId, projectId, seq } = closing;
  await placing(db, async (tx) => {
    const place = await placeOf(tx, workspaceId, projectId);
    if (place.projectId === projectId) {
      const files = await fileMemberships.lockSome(tx, closing, DELETED_AT_ONCE);
      const ids = files.map(({ id }) => id);
      await eraseFiles(tx, ids, clock(), traceparent);
    } else {
      await moveFiles(tx, await fileMemberships.lockSome(tx, closing, MOVED_AT_ONCE), place, seq, clock());
    }
  });
}
