import { isUnavailable, validationFault } from '@rotamer/kit/errors/fault.ts';
import { keyReusedFault } from '@rotamer/kit/errors/keyReusedFault.ts';
import { callIds, type Rpc, type RpcContext, scopeOf } from '@rotamer/kit/grpc/callContext.ts';
import { projectDeletedFault } from '@rotamer/kit/membership/projectDeletedFault.ts';
import { OUTBOX_SIGNAL } from '@rotamer/kit/outbox/outbox.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';
import { JobInputs } from '@rotamer/proto/jobs/v1/input.ts';
import { SubmissionKind, type SubmitRequest, type SubmitResponse } from '@rotamer/proto/jobs/v1/jobs.ts';
import type { Deps } from '../deps.ts';
import { CLAIMABLE_SIGNAL } from '../job/changeJob.ts';
import type { Job } from '../job/job.ts';
import { measureSubmitted } from '../job/jobMeasures.ts';
import { presentJob } from '../job/presentJob.ts';
import { type AcceptVerdict, type Refusal, utcDay } from '../submit/acceptJobs.ts';
import { type Assessment, assess } from '../submit/assess.ts';
import { refuseUnbounded } from '../submit/bounds.ts';
import { fingerprintOf } from '../submit/fingerprint.ts';
import { newJob, referenceOf } from '../submit/newJob.ts';
import { dailyLimitFault, limitFault, priceChangedFault, withdrawnFault } from '../submit/refusals.ts';
import { withShownNames } from '../submit/shownNames.ts';
import { createSubmissionBatches, type SubmissionBatches } from '../submit/submissionBatches.ts';
import { holdsOf, releaseHold } from '../submit/submissionHolds.ts';
import { readUsage } from '../submit/submissionStore.ts';

const DAY_MS = 24 * 3600 * 1000;

/** How long a submission id is kept; the ids of a workflow's children are kept for ever. */
const KEPT_MS = {
  [SubmissionKind.KEYED]: 7 * DAY_MS,
  [SubmissionKind.UNKEYED]: DAY_MS,
} as Partial<Record<SubmissionKind, number>>;

/**
 * Accepts a job in two durable commits: the hold in billing, then job, submission and ownership of the hold in the jobs
 * database.
 *
 * Only the jobs database decides who owns a hold. A crash at any point leaves at most a hold without an owner, which
 * the hold sweep releases. Repeating the call with the same submission id and body is always safe and finds the same
 * job.
 */
export function submit(deps: Deps): Rpc<SubmitRequest, SubmitResponse> {
  const batches = createSubmissionBatches(deps);
  return async (given, context) => {
    refuseUnbounded(given);
    const request = withShownNames(given);
    if (context.peer !== 'workflows' && request.inputs.some(({ source }) => source?.source?.$case === 'artifact'))
      throw validationFault([{ path: 'input.inputs', message: 'names an artifact, which only workflow runs may do' }]);
    const fingerprint = fingerprintOf(given);
    // A random id is almost certainly new; if not, `accept` returns `duplicate`.
    const before =
      request.kind !== SubmissionKind.UNKEYED && (await replay(deps, batches, request, context, fingerprint));
    if (before) return before;

    readAhead(deps, request, context);
    const assessment = await assess(deps, request, scopeOf(context));
    guardPrice(assessment, request);
    const holds = holdsOf(deps, batches, request, context, { price: assessment.price, fingerprint });
    for (let n = 0; ; n = await holds.after(n)) {
      // Before another attempt holds credits, check the limits.
      if (n > 0) await refuseAtLimit(deps, request, context);
      const holdId = await holds.place(n);
      if (holdId === 'resolved') continue;
      const { job, verdict } = await accept(deps, request, context, { assessment, fingerprint, holdId });
      switch (verdict) {
        case 'accepted':
          return accepted(deps, batches, job, context);
        case 'hold_taken':
          continue;
        case 'duplicate': {
          const first = await replay(deps, batches, request, context, fingerprint, holdId);
          if (first) return first;
          continue;
        }
        case 'project_deleted':
        case 'concurrent_limit':
        case 'daily_limit':
          return refuse(deps, verdict, context, holdId);
      }
    }
  };
}

/**
 * Reads offers and limits into their caches while the inputs are checked, because accepting needs them. Errors are
 * ignored here; accepting gets them itself.
 */
function readAhead({ catalogue, availability, workspaces }: Deps, { tool }: SubmitRequest, context: RpcContext): void {
  void Promise.allSettled([
    availability.isOffered(catalogue.get(tool)),
    workspaces.recent(context.caller.workspaceId, scopeOf(context)),
  ]);
}

/** Returns the job of an earlier call with this submission id. First releases a hold that this job does not own. */
async function replay(
  deps: Deps,
  { find }: SubmissionBatches,
  { submissionId: id }: SubmitRequest,
  context: RpcContext,
  fingerprint: string,
  holdId?: string,
): Promise<SubmitResponse | undefined> {
  const { workspaceId } = context.caller;
  const submission = await find({ id, workspaceId }, context.signal);
  if (!submission) return undefined;
  if (holdId) await releaseHold(deps, holdId, context);
  if (submission.workspaceId === workspaceId && submission.fingerprint === '') throw withdrawnFault();
  if (submission.workspaceId !== workspaceId || submission.fingerprint !== fingerprint) throw keyReusedFault();
  return submission.job && { job: presentJob(submission.job), replayed: true };
}

function guardPrice({ price }: Assessment, { maxQuotedMillicredits: max }: SubmitRequest): void {
  if (max === undefined || !price) return;
  if (price.reservedMillicredits > max) throw priceChangedFault(price.reservedMillicredits, max);
}

async function accept(
  deps: Deps,
  request: SubmitRequest,
  context: RpcContext,
  { assessment, fingerprint, holdId }: { assessment: Assessment; fingerprint: string; holdId: string | undefined },
): Promise<{ job: Job; verdict: AcceptVerdict }> {
  const now = deps.clock();
  const { tool, inputs, settings, price, dataset } = assessment;
  const offered = await deps.availability.isOffered(tool, referenceOf(assessment));
  const { limits } = await deps.workspaces.recent(context.caller.workspaceId, scopeOf(context));
  const job = newJob(request, assessment, context.caller, { offered, traceparent: context.traceparent, now });
  if (price && holdId) job.billing = { ...price, holdId, firstReservedMillicredits: price.reservedMillicredits };
  const keptMs = KEPT_MS[request.kind];
  const acceptance = {
    job,
    submissionId: request.submissionId,
    fingerprint,
    submissionExpiresAt: keptMs === undefined ? undefined : new Date(now.getTime() + keptMs),
    toolDigest: tool.digest,
    major: tool.major,
    inputs: JobInputs.encode({ inputs, settingsJson: JSON.stringify(settings), dataset }).finish(),
    limits: limits!,
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

function accepted(deps: Deps, { claimHold }: SubmissionBatches, job: Job, context: RpcContext): SubmitResponse {
  deps.signals.send(OUTBOX_SIGNAL);
  measureSubmitted(job);
  if (job.status === 'QUEUED') deps.signals.send(CLAIMABLE_SIGNAL);
  if (job.billing) claimSoon(claimHold, job.billing.holdId, context.log);
  context.log.info({ ...callIds(context), job_id: job.id, tool: job.tool, status: job.status }, 'job accepted');
  return { job: presentJob(job), replayed: false };
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

/**
 * Refuses an unknown submission of a workspace that is at a limit. Without this check each repeat would leave another
 * voided hold.
 */
async function refuseAtLimit(deps: Deps, { submissionId }: SubmitRequest, context: RpcContext): Promise<void> {
  const { workspaceId } = context.caller;
  const { limits } = await deps.workspaces.recent(workspaceId, scopeOf(context));
  const { active, usedToday, isKnown } = await readUsage(deps.db, workspaceId, submissionId, utcDay(deps.clock()));
  if (isKnown) return;
  if (active >= limits!.concurrentJobs) throw limitFault(limits!.concurrentJobs);
  if (limits!.jobsPerDay !== undefined && usedToday >= limits!.jobsPerDay) throw dailyLimitFault(limits!.jobsPerDay);
}

/** Voids the hold and throws the refusal. `accept` has committed that no job owns the hold, so voiding it is safe. */
async function refuse(deps: Deps, verdict: Refusal, context: RpcContext, holdId: string | undefined): Promise<never> {
  if (holdId) await releaseHold(deps, holdId, context);
  if (verdict === 'project_deleted') throw projectDeletedFault();
  const { concurrentJobs, jobsPerDay } = (await deps.workspaces.recent(context.caller.workspaceId, scopeOf(context)))
    .limits!;
  throw verdict === 'concurrent_limit' ? limitFault(concurrentJobs) : dailyLimitFault(jobsPerDay ?? 0);
}
