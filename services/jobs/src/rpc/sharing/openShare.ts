import { notFound } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { OpenedShare, OpenShareRequest } from '@rotamer/proto/jobs/v1/sharing.ts';
import type { Deps } from '../../deps.ts';
import { readJob } from '../../job/jobStore.ts';
import { presentJob } from '../../job/presentJob.ts';
import { claimShare, readAnySharing } from '../../sharing/shareStore.ts';
import { answerVisitor } from '../../sharing/sharing.ts';

/**
 * Returns the job that a link gives access to. A link without access gets the same response as a link to an unknown
 * job.
 */
export function openShare({
  db,
  clock,
  shareLinks,
}: Pick<Deps, 'db' | 'clock' | 'shareLinks'>): Rpc<OpenShareRequest, OpenedShare> {
  return async ({ jobId, token, signedIn }) => {
    const sharing = await readAnySharing(db, jobId);
    if (!sharing) throw notFound('job');
    const share = token ? sharing.shares.find(({ id }) => shareLinks.opens(token, id)) : undefined;
    const now = clock();
    const answer = answerVisitor(sharing, { invited: share !== undefined, signedIn }, now);
    if (answer === 'nothing') throw notFound('job');
    if (answer === 'signIn') return {};
    if (share && !share.claimedAt) await claimShare(db, share.id, now);
    const found = await readJob(db, jobId);
    if (!found) throw notFound('job');
    return { job: presentJob(found.job) };
  };
}
