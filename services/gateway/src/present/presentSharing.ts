import { type JobSharing, Visibility } from '@rotamer/proto/jobs/v1/sharing.ts';
import type { PublicSharing } from '../schemas/jobSharing.ts';

type PublicVisibility = PublicSharing['visibility'];

const names: Partial<Record<Visibility, PublicVisibility>> = {
  [Visibility.PRIVATE]: 'PRIVATE',
  [Visibility.PUBLIC]: 'PUBLIC',
  [Visibility.AUTHENTICATED]: 'AUTHENTICATED',
  [Visibility.INVITED]: 'INVITED',
};

/** The sharing of a job in the words of the public API. */
export function presentSharing({ jobId, visibility, shares }: JobSharing): PublicSharing {
  return {
    object: 'job_sharing',
    job_id: jobId,
    visibility: names[visibility]!,
    shares: shares.map(({ id, email, claimedAt, inviteeName, createdAt }) => ({
      id,
      object: 'job_share' as const,
      email,
      claimed: claimedAt !== undefined,
      claimed_at: claimedAt?.toISOString() ?? null,
      invitee_name: inviteeName ?? null,
      created_at: createdAt!.toISOString(),
    })),
  };
}

/** The links to the job's page as a Link header (RFC 8288): the same result as a page for people. */
export function linkHeader({ links }: JobSharing): string {
  return links.map((link) => `<${link}>; rel="alternate"; type="text/html"`).join(', ');
}
