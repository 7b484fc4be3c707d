import type { PublicSharing } from '@rotamer/api/schemas/jobSharing.ts';
import { enumName } from '@rotamer/kit/enumWord.ts';
import type { JobSharing } from '@rotamer/proto/jobs/v1/sharing.ts';

/** The sharing settings of a job as the public API shows them. */
export function presentSharing({ jobId, visibility, expiresAt, shares }: JobSharing): PublicSharing {
  return {
    object: 'job_sharing',
    job_id: jobId,
    visibility: enumName('VISIBILITY', visibility),
    ...(expiresAt && { expires_at: expiresAt.toISOString() }),
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

/** The links to the job's shared page as a Link header (RFC 8288). */
export function linkHeader({ links }: JobSharing): string {
  return links.map((link) => `<${link}>; rel="alternate"; type="text/html"`).join(', ');
}
