import { projectDeletedFault } from '@rotamer/domain/membership/places.ts';
import type { Clock } from '@rotamer/kit/clock.ts';
import { isUnavailable } from '@rotamer/kit/errors/fault.ts';
import { type RpcContext, scopeOf } from '@rotamer/kit/grpc/callContext.ts';
import { newId } from '@rotamer/kit/ids.ts';
import { JobInputs } from '@rotamer/proto/jobs/v1/input.ts';
import type { Workspaces } from '../billing.ts';
import type { Job } from '../job/job.ts';
import type { Availability } from '../leases/liveOffers.ts';
import { type AcceptJob, type AcceptVerdict, type Refusal, utcDay } from './acceptJobs.ts';
import type { Assessment } from './assess.ts';
import { newJob, referenceOf } from './newJob.ts';
import { dailyLimitFault, limitFault } from './refusals.ts';
import { replay, type Submitted } from './replay.ts';
import { keptUntil, type Submission } from './submission.ts';
import type { SubmissionBatches } from './submissionBatches.ts';
import { type HoldDeps, holdsOf, type PlacedFor, releaseHold } from './submissionHolds.ts';
import { readUsage } from './submissionStore.ts';

export interface ReserveDeps extends HoldDeps, SubmissionBatches {
  clock: Clock;
  workspaces: Workspaces;
  availability: Availability;
  acceptJob: AcceptJob;
}

/**
 * Reserves the price and accepts the job. When the hold was released before, or belongs to another job, tries again
 * with the next hold.
 *
 * @throws insufficient_credits, a limit of the workspace, conflict for a project that is deleted.
 */
export async function reserve(
  deps: ReserveDeps,
  submission: Submission,
  assessment: Assessment,
  context: RpcContext,
): Promise<Submitted> {
  const holds = holdsOf(deps, submission, assessment.price, context.signal);
  for (let n = 0; ; n = await holds.after(n)) {
    // Before another attempt holds credits, check the limits.
    if (n > 0) await refuseAtLimit(deps, submission, context);
    const placed = await holds.place(n, newId('job', deps.clock()));
    if (placed === 'resolved') continue;
    const { holdId } = placed;
    const { job, verdict } = await accept(deps, submission, assessment, placed, context);
    switch (verdict) {
      case 'accepted':
        return { job, replayed: false };
      case 'hold_taken':
        continue;
      case 'duplicate': {
        const first = await replay(deps, submission, context, holdId);
        if (first) return first;
        continue;
      }
      case 'project_deleted':
      case 'concurrent_limit':
      case 'daily_limit':
        return refuse(deps, verdict, holdId, context);
    }
  }
}

async function accept(
  deps: ReserveDeps,
  submission: Submission,
  assessment: Assessment,
  { holdId, jobId }: PlacedFor,
  context: RpcContext,
): Promise<{ job: Job; verdict: AcceptVerdict }> {
  const now = deps.clock();
  const { tool, inputs, settings, price, dataset } = assessment;
  const offered = await deps.availability.isOffered(tool, referenceOf(assessment));
  const job = newJob(submission, assessment, { id: jobId, offered, traceparent: context.traceparent, now });
  if (price && holdId) job.billing = { ...price, holdId, firstReservedMillicredits: price.reservedMillicredits };
  const acceptance = {
    job,
    submissionId: submission.id,
    fingerprint: submission.fingerprint,
    submissionExpiresAt: keptUntil(submission, now),
    toolDigest: tool.digest,
    major: tool.major,
    inputs: JobInputs.encode({
      inputs,
      settingsJson: JSON.stringify(settings),
      givenSettingsJson: submission.settingsJson || '{}',
      dataset,
    }).finish(),
    limits: await limitsOf(deps, context),
  };
  try {
    return await deps.acceptJob(acceptance, context.signal);
  } catch (error) {
    // Here PostgreSQL refused to store the job. If the database is unavailable, the outcome is unknown, so the hold is
    // kept for a retry or the sweep.
    if (holdId && !isUnavailable(error)) await releaseHold(deps, holdId, context);
    throw error;
  }
}

/**
 * Refuses an unknown submission of a workspace that is at a limit. Without this check each repeat would leave another
 * voided hold.
 */
async function refuseAtLimit(
  deps: Pick<ReserveDeps, 'db' | 'clock' | 'workspaces'>,
  { id, workspaceId }: Submission,
  context: RpcContext,
): Promise<void> {
  const { concurrentJobs, jobsPerDay } = await limitsOf(deps, context);
  const { active, usedToday, isKnown } = await readUsage(deps.db, workspaceId, id, utcDay(deps.clock()));
  if (isKnown) return;
  if (active >= concurrentJobs) throw limitFault(concurrentJobs);
  if (jobsPerDay !== undefined && usedToday >= jobsPerDay) throw dailyLimitFault(jobsPerDay);
}

/** Voids the hold and throws the refusal. `accept` has committed that no job owns the hold, so voiding it is safe. */
async function refuse(
  deps: HoldDeps & Pick<ReserveDeps, 'workspaces'>,
  verdict: Refusal,
  holdId: string | undefined,
  context: RpcContext,
): Promise<never> {
  if (holdId) await releaseHold(deps, holdId, context);
  if (verdict === 'project_deleted') throw projectDeletedFault();
  const { concurrentJobs, jobsPerDay } = await limitsOf(deps, context);
  throw verdict === 'concurrent_limit' ? limitFault(concurrentJobs) : dailyLimitFault(jobsPerDay ?? 0);
}

async function limitsOf({ workspaces }: Pick<ReserveDeps, 'workspaces'>, context: RpcContext) {
  return (await workspaces.recent(context.caller.workspaceId, scopeOf(context))).limits!;
}
