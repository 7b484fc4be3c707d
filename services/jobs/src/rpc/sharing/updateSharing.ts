import type { Clock } from '@rotamer/kit/clock.ts';
import type { Queryable } from '@rotamer/kit/db/db.ts';
import { transaction } from '@rotamer/kit/db/transaction.ts';
import { Fault, notFound } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { newId } from '@rotamer/kit/ids.ts';
import type { Caller } from '@rotamer/proto/caller/v1/caller.ts';
import {
  type JobSharing,
  Visibility as ProtoVisibility,
  type UpdateSharingRequest,
} from '@rotamer/proto/jobs/v1/sharing.ts';
import type { Deps } from '../../deps.ts';
import { MAILS_SIGNAL } from '../../sharing/mailStore.ts';
import { presentSharing } from '../../sharing/presentSharing.ts';
import {
  deleteShares,
  insertShares,
  lockSharing,
  readOwnSharing,
  type StoredSharing,
  setVisibility,
} from '../../sharing/shareStore.ts';
import { decideSharing, isUnchanged, mayShare, type SharingDecision, type Visibility } from '../../sharing/sharing.ts';

/** Changes who may look at a job. What changes nothing is answered without a lock, so that a flood of repeats is cheap. */
export function updateSharing({
  db,
  signals,
  clock,
  shareLinks,
}: Pick<Deps, 'db' | 'signals' | 'clock' | 'shareLinks'>): Rpc<UpdateSharingRequest, JobSharing> {
  return async (request, { caller }) => {
    const { jobId } = request;
    const change = { ...request, visibility: visibilityOf(request.visibility) };
    const seen = allow(await readOwnSharing(db, jobId, caller.workspaceId), caller);
    if (isUnchanged(seen, decideSharing(seen, change))) return presentSharing(seen, caller, shareLinks);
    const changed = await transaction(db, async (tx) => {
      await lockSharing(tx, jobId);
      const locked = allow(await readOwnSharing(tx, jobId, caller.workspaceId), caller);
      return await write(tx, locked, decideSharing(locked, change), clock);
    });
    signals.send(MAILS_SIGNAL);
    return presentSharing(changed, caller, shareLinks);
  };
}

/** Existence first, then the role. */
function allow(found: StoredSharing | undefined, caller: Caller): StoredSharing {
  if (!found) throw notFound('job');
  if (mayShare(caller, found.createdBy)) return found;
  throw new Fault('forbidden', 'Only its creator, an admin or an owner may change the sharing of a job.', {
    details: { required_role: 'admin' },
  });
}

async function write(tx: Queryable, sharing: StoredSharing, decision: SharingDecision, clock: Clock) {
  const { visibility, added, removed } = decision;
  if (visibility !== sharing.visibility) await setVisibility(tx, sharing.jobId, visibility);
  if (removed.length > 0)
    await deleteShares(
      tx,
      removed.map(({ id }) => id),
    );
  const invited = added.map((email) => ({ id: newId('shr', clock()), email }));
  if (invited.length > 0) await insertShares(tx, sharing.jobId, invited);
  const kept = sharing.shares.filter((share) => !removed.includes(share));
  return { ...sharing, visibility, shares: [...kept, ...invited].sort((a, b) => (a.id < b.id ? -1 : 1)) };
}

function visibilityOf(visibility: ProtoVisibility): Visibility | undefined {
  if (visibility === ProtoVisibility.UNSPECIFIED) return undefined;
  return visibility.replace(/^VISIBILITY_/, '') as Visibility;
}
