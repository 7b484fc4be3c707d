import { timeOfId } from '@rotamer/kit/ids.ts';
import type { Caller } from '@rotamer/proto/caller/v1/caller.ts';
import { type JobSharing, Visibility as ProtoVisibility } from '@rotamer/proto/jobs/v1/sharing.ts';
import type { ShareLinks } from './shareLinks.ts';
import type { StoredSharing } from './shareStore.ts';
import { mayShare } from './sharing.ts';

/** Most links in a response: they become one header, and servers truncate headers above 8 KB. */
const MAX_LINKS = 20;

/**
 * Converts a job's sharing to the form that its workspace sees. Links with tokens are only for callers who may invite.
 */
export function presentSharing(sharing: StoredSharing, caller: Caller, links: ShareLinks): JobSharing {
  const { jobId, createdBy, visibility, expiresAt, shares } = sharing;
  const invited = visibility === 'INVITED' && mayShare(caller, createdBy) ? shares.toReversed() : [];
  return {
    jobId,
    visibility: ProtoVisibility[visibility],
    expiresAt,
    shares: shares.map(({ id, email, claimedAt }) => ({ id, email, claimedAt, createdAt: timeOfId(id) })),
    links:
      invited.length > 0 ? invited.slice(0, MAX_LINKS).map(({ id }) => links.link(jobId, id)) : [links.link(jobId)],
  };
}
