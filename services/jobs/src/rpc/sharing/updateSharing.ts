import { enumName } from '@rotamer/kit/enumWord.ts';
import { Fault, notFound } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { newId } from '@rotamer/kit/ids.ts';
import { MAILS_SIGNAL } from '@rotamer/kit/mail/sendMails.ts';
import type { Caller } from '@rotamer/proto/caller/v1/caller.ts';
import {
  type JobSharing,
  Visibility as ProtoVisibility,
  type UpdateSharingRequest,
} from '@rotamer/proto/jobs/v1/sharing.ts';
import type { Deps } from '../../deps.ts';
import { presentSharing } from '../../sharing/presentSharing.ts';
import { changeSharing, type MailQuota, readOwnSharing, type StoredSharing } from '../../sharing/shareStore.ts';
import {
  decideSharing,
  isUnchanged,
  mayShare,
  type Share,
  type SharingDecision,
  type Visibility,
} from '../../sharing/sharing.ts';

/** Most attempts; an attempt fails when another caller has changed the job's sharing in between. */
const MAX_TRIES = 20;

/**
 * Changes who may view a job. A request that changes nothing takes no lock, so that repeats are cheap. Any other
 * request is decided first and written only if the sharing has not changed since it was read; otherwise it is decided
 * again.
 */
export function updateSharing({
  db,
  signals,
  clock,
  shareLinks,
  mailQuota,
}: Pick<Deps, 'db' | 'signals' | 'clock' | 'shareLinks' | 'mailQuota'>): Rpc<UpdateSharingRequest, JobSharing> {
  return async (request, { caller }) => {
    const { jobId, expiresAt, neverExpires } = request;
    const end = neverExpires ? null : expiresAt;
    const change = { ...request, visibility: visibilityOf(request.visibility), expiresAt: end };
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const seen = allow(await readOwnSharing(db, jobId, caller.workspaceId), caller);
      const now = clock();
      const decision = decideSharing(seen, change, now);
      if (isUnchanged(seen, decision)) return presentSharing(seen, caller, shareLinks);
      const added = decision.added.map((email) => ({ id: newId('shr', now), email }));
      const outcome = await changeSharing(db, seen, { ...decision, added }, mailQuota, now);
      if (outcome === 'quota') throw tooManyMails(mailQuota);
      if (outcome === 'stale') continue;
      signals.send(MAILS_SIGNAL);
      return presentSharing(after(seen, decision, added), caller, shareLinks);
    }
    throw new Fault(
      'service_unavailable',
      'Too many concurrent changes to the sharing of this job; retry after 1 second.',
      {
        retryAfterSeconds: 1,
      },
    );
  };
}

function after(seen: StoredSharing, decision: SharingDecision, added: Share[]): StoredSharing {
  const { visibility, expiresAt, removed } = decision;
  const kept = seen.shares.filter((share) => !removed.includes(share));
  return { ...seen, visibility, expiresAt, shares: [...kept, ...added].sort((a, b) => (a.id < b.id ? -1 : 1)) };
}

function tooManyMails({ perWorkspace }: MailQuota): Fault {
  return new Fault(
    'daily_limit_exceeded',
    `add_invites: these invitations would exceed the limit of ${perWorkspace} invitation mails per workspace and day (UTC).`,
    { details: { limit: perWorkspace } },
  );
}

/** Returns the sharing if the caller may change it. A job that does not exist is reported before a missing role. */
function allow(found: StoredSharing | undefined, caller: Caller): StoredSharing {
  if (!found) throw notFound('job');
  if (mayShare(caller, found.createdBy)) return found;
  throw new Fault('forbidden', "Only the job's creator, an admin or an owner may change its sharing.", {
    details: { required_role: 'admin' },
  });
}

function visibilityOf(visibility: ProtoVisibility): Visibility | undefined {
  if (visibility === ProtoVisibility.UNSPECIFIED) return undefined;
  return enumName('VISIBILITY', visibility);
}
