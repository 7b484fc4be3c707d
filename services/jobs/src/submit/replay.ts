import { keyReusedFault } from '@rotamer/kit/errors/fault.ts';
import type { RpcContext } from '@rotamer/kit/grpc/callContext.ts';
import type { Job } from '../job/job.ts';
import { withdrawnFault } from './refusals.ts';
import type { Submission } from './submission.ts';
import type { SubmissionBatches } from './submissionBatches.ts';
import { type HoldDeps, releaseHold } from './submissionHolds.ts';

/** The job of a submission; `replayed`: an earlier call has created it. */
export interface Submitted {
  job: Job;
  replayed: boolean;
}

/**
 * Returns the job of an earlier call with this submission id; undefined for a new id. First releases a hold that this
 * job does not own.
 *
 * @throws conflict when the id was used for another job, or was withdrawn.
 */
export async function replay(
  deps: HoldDeps & Pick<SubmissionBatches, 'find'>,
  { id, workspaceId, fingerprint }: Submission,
  context: RpcContext,
  holdId?: string,
): Promise<Submitted | undefined> {
  const stored = await deps.find({ id, workspaceId }, context.signal);
  if (!stored) return undefined;
  if (holdId) await releaseHold(deps, holdId, context);
  if (stored.workspaceId === workspaceId && stored.fingerprint === '') throw withdrawnFault();
  if (stored.workspaceId !== workspaceId || stored.fingerprint !== fingerprint) throw keyReusedFault();
  return stored.job && { job: stored.job, replayed: true };
}
