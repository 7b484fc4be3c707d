import { callIds, type Rpc, type RpcContext, scopeOf } from '@rotamer/kit/grpc/callContext.ts';
import { OUTBOX_SIGNAL } from '@rotamer/kit/outbox/outbox.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';
import { SubmissionKind, type SubmitRequest, type SubmitResponse } from '@rotamer/proto/jobs/v1/jobs.ts';
import type { Job } from '../job/job.ts';
import { CLAIMABLE_SIGNAL } from '../job/jobEvent.ts';
import { measureSubmitted } from '../job/jobMeasures.ts';
import { presentJob } from '../job/presentJob.ts';
import { type AssessDeps, type Assessment, assess } from '../submit/assess.ts';
import { priceChangedFault } from '../submit/refusals.ts';
import { replay } from '../submit/replay.ts';
import { type ReserveDeps, reserve } from '../submit/reserve.ts';
import { readSubmission, type Submission } from '../submit/submission.ts';
import { type BatchDeps, createSubmissionBatches, type SubmissionBatches } from '../submit/submissionBatches.ts';

type SubmitDeps = AssessDeps &
  BatchDeps &
  Omit<ReserveDeps, keyof SubmissionBatches> & { signals: { send(channel: string): void } };

/**
 * Accepts a job in two durable commits: the hold in billing, then job, submission and ownership of the hold in the jobs
 * database. In order: checks the request, replays an earlier one, assesses the inputs, guards the price, reserves it,
 * and answers.
 *
 * Only the jobs database decides who owns a hold. A crash at any point leaves at most a hold without an owner, which
 * the hold sweep releases. Repeating the call with the same submission id and body is always safe and finds the same
 * job.
 */
export function submit(given: SubmitDeps): Rpc<SubmitRequest, SubmitResponse> {
  const deps = { ...given, ...createSubmissionBatches(given) };
  return async (request, context) => {
    const submission = readSubmission(request, context);
    // A random id is almost certainly new; if not, `reserve` finds the earlier job.
    const isRandom = submission.kind === SubmissionKind.UNKEYED;
    const earlier = isRandom ? undefined : await replay(deps, submission, context);
    if (earlier) return { job: presentJob(earlier.job), replayed: true };

    readAhead(deps, submission, context);
    const assessment = await assess(deps, submission, scopeOf(context));
    guardPrice(assessment, submission);
    const { job, replayed } = await reserve(deps, submission, assessment, context);
    if (!replayed) announceJob(deps, job, context);
    return { job: presentJob(job), replayed };
  };
}

/**
 * Reads offers and limits into their caches while the inputs are checked, because accepting needs them. Errors are
 * ignored here; accepting gets them itself.
 */
function readAhead(
  { catalogue, availability, workspaces }: SubmitDeps,
  { tool, workspaceId }: Submission,
  context: RpcContext,
): void {
  void Promise.allSettled([
    availability.isOffered(catalogue.get(tool)),
    workspaces.recent(workspaceId, scopeOf(context)),
  ]);
}

function guardPrice({ price }: Assessment, { maxQuotedMillicredits: max }: Submission): void {
  if (max === undefined || !price) return;
  if (price.reservedMillicredits > max) throw priceChangedFault(price.reservedMillicredits, max);
}

/** Wakes the loops that work on a new job. */
function announceJob({ signals, claimHold }: SubmitDeps & SubmissionBatches, job: Job, context: RpcContext): void {
  signals.send(OUTBOX_SIGNAL);
  measureSubmitted(job);
  if (job.status === 'QUEUED') signals.send(CLAIMABLE_SIGNAL);
  if (job.billing) claimSoon(claimHold, job.billing.holdId, context.log);
  context.log.info({ ...callIds(context), job_id: job.id, tool: job.tool, status: job.status }, 'job accepted');
}

/**
 * Claims a hold without waiting; the sweep claims holds that this misses. It is a separate function so that it keeps
 * nothing of the submission in memory: claims wait for a quarter of a second, and thousands of calls would wait with
 * them.
 */
function claimSoon(claimHold: SubmissionBatches['claimHold'], holdId: string, log: Logger): void {
  claimHold(holdId).catch((error) => {
    log.debug({ err: error, hold_id: holdId }, 'hold not claimed; the hold sweep will claim it');
  });
}
