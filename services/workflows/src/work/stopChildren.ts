import type { Db, Queryable } from '@rotamer/kit/db/db.ts';
import { prepared } from '@rotamer/kit/db/prepared.ts';
import type { Loop } from '@rotamer/kit/process/loop.ts';
import { type Lanes, startLaneLoop } from '@rotamer/kit/work/lanes.ts';
import { Caller } from '@rotamer/proto/caller/v1/caller.ts';
import type { Job } from '@rotamer/proto/jobs/v1/job.ts';
import type { Deps } from '../deps.ts';
import { WORK_SIGNALS } from '../run/changeAttempt.ts';
import { dueInTurns, SAME_CHILD } from '../run/inTurns.ts';
import { noteJobs } from '../run/noteJobs.ts';

const INTERVAL_MS = 2_000;

/** Jobs that are cancelled by one call, whose answer has to fit into a message. */
const BATCH = 50;

/** How long until a cancellation that was not heard of is repeated. */
const CLAIM = '15 seconds';

type StopDeps = Pick<Deps, 'db' | 'jobs' | 'signals'>;

const DUE = "c.state = 'ACTIVE' and c.stop and c.job_id is not null and c.try_at <= now()";

/** Cancels jobs of children that are not wanted any more, those of one workspace together. Answers whether there may be more. */
export async function stopJobs(deps: StopDeps, lanes: Lanes, signal?: AbortSignal): Promise<boolean> {
  const claimed = await claimUnwanted(deps.db, lanes.busy());
  lanes.work(claimed, async (own) => {
    const ids = own.map(({ jobId }) => jobId);
    await note(deps, await cancelJobs(deps, own[0]!.workspaceId, ids, signal));
  });
  return claimed.length === BATCH;
}

/** One of each workspace in turn; of none of the workspaces that are busy. */
async function claimUnwanted(db: Db, busy: string[]): Promise<{ workspaceId: string; jobId: string }[]> {
  const { rows } = await db.query(
    prepared(
      `${dueInTurns(DUE, BATCH)}, claimed as (
         select c.attempt_id, c.node_id, c.n from due d join children c on ${SAME_CHILD} and ${DUE}
         order by d.turn, d.try_at limit $2 for update of c skip locked
       )
       update children c set try_at = now() + interval '${CLAIM}' from claimed d
       where ${SAME_CHILD} returning c.workspace_id, c.job_id`,
      [busy, BATCH],
    ),
  );
  return rows.map((row) => ({ workspaceId: row.workspace_id, jobId: row.job_id }));
}

/**
 * Ends all jobs of a cancelled attempt that are not settled, and notes what each came to; those that had ended by themselves
 * included. Each is asked for once: what jobs cannot settle now, or not by `untilMs`, is left to the loops.
 */
export async function settleAttempt(
  deps: StopDeps,
  { id, workspaceId }: { id: string; workspaceId: string },
  { signal, untilMs = Number.POSITIVE_INFINITY }: { signal?: AbortSignal; untilMs?: number } = {},
): Promise<void> {
  for (let after = ''; Date.now() < untilMs; ) {
    const { rows } = await deps.db.query(
      `select job_id from children
       where attempt_id = $1 and job_id > $2 and final_millicredits is null order by job_id limit $3`,
      [id, after, BATCH],
    );
    if (rows.length === 0) return;
    const ids: string[] = rows.map(({ job_id }) => job_id);
    await note(deps, await cancelJobs(deps, workspaceId, ids, signal));
    after = ids.at(-1)!;
  }
}

/** The jobs as they are then; those that did not fit into an answer are asked for again. */
async function cancelJobs(
  { jobs }: Pick<Deps, 'jobs'>,
  workspaceId: string,
  jobIds: string[],
  signal?: AbortSignal,
): Promise<Job[]> {
  const caller = Caller.fromPartial({ workspaceId });
  const { jobs: ended, postponedJobIds } = await jobs.cancelMany({ jobIds }, { caller, signal });
  if (ended.length === 0 || postponedJobIds.length === 0) return ended;
  return [...ended, ...(await cancelJobs({ jobs }, workspaceId, postponedJobIds, signal))];
}

async function note({ db, signals }: { db: Queryable; signals: Deps['signals'] }, jobs: Job[]): Promise<void> {
  if ((await noteJobs(db, jobs)) > 0) signals.send(WORK_SIGNALS.collect);
}

export function startStopping(deps: StopDeps & Pick<Deps, 'log'>): Loop {
  return startLaneLoop({
    ...deps,
    name: 'stop children',
    intervalMs: INTERVAL_MS,
    wokenBy: WORK_SIGNALS.stop,
    pass: (lanes, signal) => stopJobs(deps, lanes, signal),
  });
}
