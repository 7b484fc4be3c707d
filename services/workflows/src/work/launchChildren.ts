import { inOrder } from '@rotamer/kit/batching/asCompleted.ts';
import { countFitting } from '@rotamer/kit/batching/fitting.ts';
import { itemFault } from '@rotamer/kit/batching/itemError.ts';
import { Fault, toFault } from '@rotamer/kit/errors/fault.ts';
import { isId } from '@rotamer/kit/ids.ts';
import type { Loop } from '@rotamer/kit/process/loop.ts';
import { workOnEach } from '@rotamer/kit/work/failedWork.ts';
import { startWorkspaceLoop, type WorkspaceWorkers } from '@rotamer/kit/work/workspaceWorkers.ts';
import { Caller } from '@rotamer/proto/caller/v1/caller.ts';
import type { Job } from '@rotamer/proto/jobs/v1/job.ts';
import { CallersSubmit, type SubmitAnswer, type SubmitRequest } from '@rotamer/proto/jobs/v1/jobs.ts';
import { lineRequests } from '../batches/lineRequests.ts';
import { lockChildren, moveChildren } from '../children/childStore.ts';
import {
  claimDue,
  type DueChild,
  type DueGroup,
  deferChildren,
  LAUNCH_CHILDREN,
  recordRefused,
} from '../children/dueChildren.ts';
import { jobRequests } from '../children/jobRequests.ts';
import { WORK_SIGNALS } from '../commands/changeAttempt.ts';
import { recordJobs } from '../commands/recordJobs.ts';
import { recordRefusal } from '../credits/funds.ts';
import { pinnedGraphNode } from '../datasets/pins.ts';
import { limits } from '../definition/limits.ts';
import type { Deps } from '../deps.ts';
import type { AttemptEvent } from '../engine/attempt.ts';
import { readParentRef, submissionIdOf } from '../engine/child.ts';
import { batchLaunchProblem, launchProblem } from '../runs/actor.ts';
import { cancelJobs } from './stopChildren.ts';

const INTERVAL_MS = 1_000;

/** Number of children that one pass submits, over all attempts, in round-robin order over the workspaces. */
const BATCH = 60;

type LaunchDeps = Pick<Deps, 'db' | 'jobs' | 'blobs' | 'countUnits' | 'tools' | 'revisions' | 'changeAttempt' | 'log'>;

/**
 * Submits due children. A claim expires after 30 s, so the children of a crashed replica are submitted again; jobs recognises each by its
 * submission id. Returns true if there may be more.
 */
export async function launchChildren(
  deps: LaunchDeps,
  workers: WorkspaceWorkers,
  signal?: AbortSignal,
): Promise<boolean> {
  const groups = await claimDue(deps.db, BATCH, workers.busy());
  const pieces = groups.map((group) => ({ ...group, id: `${group.attemptId}/${group.nodeId}` }));
  workers.work(pieces, (own) =>
    workOnEach({ ...deps, work: LAUNCH_CHILDREN, claimed: true }, own, (group) => launchGroup(deps, group, signal)),
  );
  return groups.reduce((sum, { children }) => sum + children.length, 0) === BATCH;
}

async function launchGroup(deps: LaunchDeps, group: DueGroup, signal?: AbortSignal): Promise<void> {
  const { attemptId, nodeId, children } = group;
  const answers = await submit(deps, group, signal);
  const verdicts = children.map((child, i) => ({ ...child, ...judge(answers[i]!) }));
  const having = (verdict: Verdict) => verdicts.filter((one) => one.verdict === verdict);
  await deps.changeAttempt(attemptId, async (tx) => {
    const events: AttemptEvent[] = [];
    await lockChildren(tx, attemptId, children);
    const accepted = await moveChildren(tx, attemptId, 'accepted', having('accepted'));
    if (accepted.length > 0) events.push({ type: 'accepted', nodeId, count: accepted.length });
    const refused = await moveChildren(tx, attemptId, 'refused', having('refused'));
    for (const { n } of refused) {
      const error = having('refused').find((one) => one.n === n)?.error;
      events.push({ type: 'ended', nodeId, ended: [{ ok: false, accepted: false, outputs: {}, error }] });
    }
    const dropped = await moveChildren(tx, attemptId, 'dropped', having('dropped'));
    if (dropped.length > 0) events.push({ type: 'dropped', nodeId, count: dropped.length });
    await deferChildren(tx, attemptId, nodeId, [...having('no_place'), ...having('unanswered')]);
    const unpaid = [...having('max_credits'), ...having('insufficient_credits')];
    await recordRefused(tx, attemptId, nodeId, [...having('no_place'), ...unpaid]);
    const [tooExpensive] = unpaid;
    if (tooExpensive) {
      const reason = tooExpensive.verdict as 'max_credits' | 'insufficient_credits';
      events.push({ type: 'refusedForCredits', nodeId, reason, message: tooExpensive.error });
      await recordRefusal(tx, attemptId, group.claimedAt);
    }
    // Last, because it locks the attempt's amounts.
    await recordJobs(
      tx,
      having('accepted').map(({ job }) => job!),
    );
    return events;
  });
}

type Answer = { job: Job } | Fault;

/** Submits children. Returns for each child the response of jobs, or the fault for which it cannot be submitted. */
async function submit(deps: LaunchDeps, group: DueGroup, signal?: AbortSignal): Promise<Answer[]> {
  const { workspaceId, run, traceparent, children } = group;
  const { userId, keyId, role } = run.actor;
  const caller = Caller.fromPartial({ workspaceId, userId, keyId, role });
  const requests = await requestsOf(deps, group);
  const sound = requests.filter((request): request is SubmitRequest => !(request instanceof Fault));
  const submits: CallersSubmit[] = sound.map((request) => ({ request, caller, traceparent }));
  const answered: Answer[] = [];
  while (submits.length > 0) {
    const some = submits.splice(0, countFitting(CallersSubmit, submits, limits.messageBytes));
    const answers = await inOrder(deps.jobs.batchSubmit({ submits: some }, { signal, traceparent }));
    answered.push(...some.map((_, i) => toAnswer(answers[i])));
  }
  const refused = children.filter((_, i) => requests[i] instanceof Fault);
  const had = await withdraw(deps, workspaceId, refused, signal);
  return requests.map((request, i) => {
    if (!(request instanceof Fault)) return answered.shift()!;
    const job = had.get(submissionIdOf(children[i]!));
    return job ? { job } : request;
  });
}

/**
 * Makes the requests of children. A Fault in place of a request means that the child cannot be submitted, or that its user may not submit
 * jobs any more.
 */
async function requestsOf(
  deps: LaunchDeps,
  { nodeId, run, revisionId, budgetId, pin, children }: DueGroup,
): Promise<(SubmitRequest | Fault)[]> {
  const isBatch = isId('batch', run.id);
  const problem = isBatch ? batchLaunchProblem(run.actor) : launchProblem(run.actor);
  if (problem) return children.map(() => problem);
  const { graph } = await deps.revisions.get(revisionId);
  const attempt = { runId: run.id, runName: run.name, budgetId };
  if (isBatch) return lineRequests(deps.db, attempt, children);
  const graphNode = pinnedGraphNode(graph.nodes.get(nodeId)!, pin);
  return jobRequests(deps, graphNode, await deps.tools(), attempt, children);
}

/**
 * Cancels earlier submissions of children that are refused here, if no response to the submission was received. Returns the jobs that they
 * had, by submission id.
 */
async function withdraw(
  deps: LaunchDeps,
  workspaceId: string,
  refused: DueChild[],
  signal?: AbortSignal,
): Promise<Map<string, Job>> {
  const submissionIds = refused.filter(({ submitted }) => submitted).map(submissionIdOf);
  const { jobs } = await cancelJobs(deps, workspaceId, { jobIds: [], submissionIds }, signal);
  return new Map(jobs.map((job) => [submissionIdOf(readParentRef(job.parentRef)!), job]));
}

function toAnswer({ answer }: Partial<SubmitAnswer> = {}): Answer {
  if (answer?.$case === 'response' && answer.value.job) return { job: answer.value.job };
  return answer?.$case === 'error' ? itemFault(answer.value) : toFault(new Error('no answer to a submission'));
}

type Verdict = 'accepted' | 'refused' | 'no_place' | 'unanswered' | 'dropped' | 'max_credits' | 'insufficient_credits';

/** Decides what a response of jobs means for a child. */
function judge(answer: Answer): { verdict: Verdict; job?: Job; error?: string } {
  if (!(answer instanceof Fault)) return { verdict: 'accepted', job: answer.job };
  const { code, details, message: error } = answer;
  switch (code) {
    case 'concurrent_job_limit_exceeded':
    case 'daily_limit_exceeded':
      // A refusal proves that jobs does not have the child.
      return { verdict: 'no_place' };
    case 'insufficient_credits':
      return { verdict: details?.reason === 'max_credits' ? 'max_credits' : 'insufficient_credits', error };
    case 'budget_exceeded':
      return { verdict: 'insufficient_credits', error };
    case 'conflict':
      // The run was moved after the claim, or it is about to be cancelled with its project.
      if (details?.reason === 'project_deleted') return { verdict: 'no_place' };
      // The child was stopped after the claim.
      if (details?.reason === 'withdrawn') return { verdict: 'dropped' };
      return { verdict: 'refused', error };
    case 'service_unavailable':
    case 'internal_error':
    case 'rate_limited':
      return { verdict: 'unanswered' };
    default:
      return { verdict: 'refused', error };
  }
}

export function startLaunching(deps: LaunchDeps & Pick<Deps, 'signals'>): Loop {
  return startWorkspaceLoop({
    ...deps,
    name: 'launch children',
    intervalMs: INTERVAL_MS,
    wokenBy: WORK_SIGNALS.launch,
    pass: (workers, signal) => launchChildren(deps, workers, signal),
  });
}
