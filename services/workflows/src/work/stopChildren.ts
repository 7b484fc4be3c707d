import { bisect } from '@rotamer/kit/batching/bisect.ts';
import type { Db } from '@rotamer/kit/db/db.ts';
import { prepared } from '@rotamer/kit/db/prepared.ts';
import type { Loop } from '@rotamer/kit/process/loop.ts';
import { startWorkspaceLoop, type WorkspaceWorkers } from '@rotamer/kit/work/workspaceWorkers.ts';
import { Caller } from '@rotamer/proto/caller/v1/caller.ts';
import type { Job } from '@rotamer/proto/jobs/v1/job.ts';
import { type ChildKey, moveChildren } from '../children/childStore.ts';
import { dueInTurns, SAME_CHILD } from '../children/dueChildren.ts';
import { WORK_SIGNALS } from '../commands/changeAttempt.ts';
import { hearJobs } from '../commands/recordJobs.ts';
import type { Deps } from '../deps.ts';
import { submissionIdOf } from '../engine/child.ts';

const INTERVAL_MS = 2_000;

/** Number of children that one call stops; its response has to fit into a message. */
const BATCH = 50;

/** How long until a stop without a response is repeated. */
const CLAIM = '15 seconds';

type StopDeps = Pick<Deps, 'db' | 'jobs' | 'signals' | 'changeAttempt'>;

const DUE = "c.state in ('LAUNCHING', 'ACTIVE') and c.stop and c.try_at <= now()";

/** A child that is no longer needed. */
interface Unwanted extends ChildKey {
  workspaceId: string;
  jobId?: string;
  /** Whether jobs may have the child, or may get it at any moment. */
  submitted: boolean;
}

/** Stops children that are no longer needed, all those of one workspace together. Returns true if there may be more. */
export async function stopJobs(deps: StopDeps, workers: WorkspaceWorkers, signal?: AbortSignal): Promise<boolean> {
  const claimed = await claimUnwanted(deps.db, workers.busy());
  workers.work(claimed, (own) => stopEach(deps, own[0]!.workspaceId, own, signal));
  return claimed.length === BATCH;
}

/**
 * Stops children of one workspace. A child that cannot be stopped, or takes too long, does not delay the others. It is tried again when its
 * claim expires.
 */
async function stopEach(deps: StopDeps, workspaceId: string, children: Unwanted[], signal?: AbortSignal) {
  const verdicts = await bisect(children, async (some) => {
    await stopAll(deps, workspaceId, some, signal);
    return some.map(() => undefined);
  });
  const failure = verdicts.find((verdict) => verdict instanceof Error);
  if (failure) throw failure;
}

/** Claims children to stop, in round-robin order over the workspaces. Skips busy workspaces. */
async function claimUnwanted(db: Db, busy: string[]): Promise<Unwanted[]> {
  const { rows } = await db.query(
    prepared(
      `${dueInTurns(DUE, BATCH)}, claimed as (
         select c.attempt_id, c.node_id, c.n from due d join children c on ${SAME_CHILD} and ${DUE}
         order by d.turn, d.try_at limit $2 for update of c skip locked
       )
       update children c set try_at = now() + interval '${CLAIM}' from claimed d
       where ${SAME_CHILD} returning c.workspace_id, c.attempt_id, c.node_id, c.n, c.job_id, c.submitted`,
      [busy, BATCH],
    ),
  );
  return rows.map(toUnwanted);
}

// biome-ignore lint/suspicious/noExplicitAny: a row of the driver
function toUnwanted(row: any): Unwanted {
  const { workspace_id, attempt_id, node_id, n, job_id, submitted } = row;
  return {
    workspaceId: workspace_id,
    attemptId: attempt_id,
    nodeId: node_id,
    n,
    jobId: job_id ?? undefined,
    submitted,
  };
}

/**
 * Ends all unsettled jobs of a cancelled attempt, and records what each cost, including jobs that ended by themselves. Withdraws
 * submissions in flight, so no job of the attempt begins afterwards. Asks for each child once. The loops do what jobs cannot settle now or
 * before `untilMs`.
 */
export async function settleAttempt(
  deps: StopDeps,
  { id, workspaceId }: { id: string; workspaceId: string },
  { signal, untilMs = Number.POSITIVE_INFINITY }: { signal?: AbortSignal; untilMs?: number } = {},
): Promise<void> {
  let after = { nodeId: '', n: -1 };
  while (Date.now() < untilMs) {
    const { rows } = await deps.db.query(
      `select workspace_id, attempt_id, node_id, n, job_id, submitted from children
       where attempt_id = $1 and (node_id, n) > ($2, $3) and final_millicredits is null
         and (job_id is not null or (state = 'LAUNCHING' and stop))
       order by node_id, n limit $4`,
      [id, after.nodeId, after.n, BATCH],
    );
    if (rows.length === 0) return;
    const children = rows.map(toUnwanted);
    await stopAll(deps, workspaceId, children, signal);
    after = children.at(-1)!;
  }
}

/** Ends the jobs of some children of one workspace, and gives up the children that have no job. */
async function stopAll(deps: StopDeps, workspaceId: string, children: Unwanted[], signal?: AbortSignal): Promise<void> {
  const jobIds = children.flatMap(({ jobId }) => jobId ?? []);
  const jobless = children.filter(({ jobId }) => jobId === undefined);
  const submissionIds = jobless.filter(({ submitted }) => submitted).map(submissionIdOf);
  const { jobs, withdrawn } = await cancelJobs(deps, workspaceId, { jobIds, submissionIds }, signal);
  await hearJobs(deps, jobs);
  const given = jobless.filter((child) => !child.submitted || withdrawn.has(submissionIdOf(child)));
  for (const [attemptId, some] of Map.groupBy(given, (child) => child.attemptId)) await drop(deps, attemptId, some);
}

/**
 * Cancels jobs and submissions. Returns the jobs in their state afterwards; jobs that did not fit into one response are asked for again.
 * `withdrawn`: the submissions that have no job and never will.
 */
export async function cancelJobs(
  { jobs }: Pick<Deps, 'jobs'>,
  workspaceId: string,
  { jobIds, submissionIds }: { jobIds: string[]; submissionIds: string[] },
  signal?: AbortSignal,
): Promise<{ jobs: Job[]; withdrawn: Set<string> }> {
  if (jobIds.length + submissionIds.length === 0) return { jobs: [], withdrawn: new Set() };
  const caller = Caller.fromPartial({ workspaceId });
  const answer = await jobs.cancelMany({ jobIds, submissionIds }, { caller, signal });
  const { jobs: ended, postponedJobIds, withdrawnSubmissionIds } = answer;
  const withdrawn = new Set(withdrawnSubmissionIds);
  if (ended.length === 0 || postponedJobIds.length === 0) return { jobs: ended, withdrawn };
  const more = await cancelJobs({ jobs }, workspaceId, { jobIds: postponedJobIds, submissionIds: [] }, signal);
  return { jobs: [...ended, ...more.jobs], withdrawn };
}

/** Gives up children that jobs does not have and never will. */
async function drop({ changeAttempt }: StopDeps, attemptId: string, children: ChildKey[]): Promise<void> {
  await changeAttempt(attemptId, async (tx) => {
    const dropped = await moveChildren(tx, attemptId, 'dropped', children);
    return [...Map.groupBy(dropped, ({ nodeId }) => nodeId)].map(([nodeId, { length }]) => ({
      type: 'dropped',
      nodeId,
      count: length,
    }));
  });
}

export function startStopping(deps: StopDeps & Pick<Deps, 'log'>): Loop {
  return startWorkspaceLoop({
    ...deps,
    name: 'stop children',
    intervalMs: INTERVAL_MS,
    wokenBy: WORK_SIGNALS.stop,
    pass: (workers, signal) => stopJobs(deps, workers, signal),
  });
}
