import type { Queryable } from '@rotamer/kit/db/db.ts';
import { prepared } from '@rotamer/kit/db/prepared.ts';
import { due, forgetFailures } from '@rotamer/kit/work/failedWork.ts';
import { workspacesWith } from '@rotamer/kit/work/workspacesWith.ts';
import { Job } from '@rotamer/proto/jobs/v1/job.ts';

/** Queues the results of jobs for recording. */
export async function noteResults(tx: Queryable, jobs: Job[]): Promise<void> {
  await tx.query(
    prepared(
      `insert into unrecorded_results (job_id, workspace_id, job)
       select * from unnest($1::text[], $2::text[], $3::bytea[]) as j (id, workspace_id, job) order by id
       on conflict do nothing`,
      [
        jobs.map(({ id }) => id),
        jobs.map(({ workspaceId }) => workspaceId),
        jobs.map((job) => Buffer.from(Job.encode(job).finish())),
      ],
    ),
  );
}

/** The loop that records results, as operators see it. */
export const RECORD_RESULTS = 'record-results';

/** A result that this replica records. */
export interface NotedResult {
  /** Of the job. */
  id: string;
  /** Whose turn it is; empty for all that replicas of an earlier release have noted. */
  workspaceId: string;
  job: Job;
}

/** How long a claim is good: recording takes less, also when the replica has several to record. */
const CLAIM = '1 minute';

/** Most results that are claimed of one workspace: its turn, after which it waits for those of the others, is short. */
const SHARE = 20;

const DUE = `r.try_at <= now() and ${due(RECORD_RESULTS, 'r.job_id')}`;

/**
 * Claims results that are due, one of each workspace in turn, the oldest first; of none of the workspaces that are busy. Hops
 * from one workspace to the next and looks at its share, however many of it wait. What another replica is just claiming is
 * passed over in the share: so there are others in its place.
 */
export async function claimNoted(db: Queryable, limit: number, busy: string[]): Promise<NotedResult[]> {
  const { rows } = await db.query(
    prepared(
      `with recursive ${workspacesWith('unrecorded_results', 'r')}, first as (
         select w.id from workspaces w cross join lateral (
           select r.try_at from unrecorded_results r where r.workspace_id = w.id and ${DUE} order by r.try_at limit 1
         ) r where w.id <> all($1) order by r.try_at limit $2
       ), due as materialized (
         select d.job_id, d.try_at, row_number() over (partition by w.id order by d.try_at, d.job_id) as turn
         from first w cross join lateral (
           select r.job_id, r.try_at from unrecorded_results r
           where r.workspace_id = w.id and ${DUE} order by r.try_at limit ${SHARE} for update skip locked
         ) d
       )
       update unrecorded_results r set try_at = now() + interval '${CLAIM}'
       from (select job_id from due order by turn, try_at limit $2) claimed
       where r.job_id = claimed.job_id
       returning r.job_id, r.workspace_id, r.job`,
      [busy, limit],
    ),
  );
  return rows.map((row) => ({ id: row.job_id, workspaceId: row.workspace_id, job: Job.decode(row.job) }));
}

/** Gives up the claim of results that could not be recorded: they are due again soon, or when their failure says so. */
export async function putBack(db: Queryable, jobIds: string[]): Promise<void> {
  await db.query(`update unrecorded_results set try_at = now() + interval '5 seconds' where job_id = any($1)`, [
    jobIds,
  ]);
}

/** Removes jobs from the queue. Returns the ids of those that were there: others were recorded by another replica, or deleted. */
export async function takeNotes(tx: Queryable, jobIds: string[]): Promise<Set<string>> {
  const { rows } = await tx.query(
    prepared(
      `delete from unrecorded_results where job_id in (
         select job_id from unrecorded_results where job_id = any($1) order by job_id for update
       )
       returning job_id`,
      [jobIds],
    ),
  );
  const taken = rows.map((row) => row.job_id);
  if (taken.length > 0) await forgetFailures(tx, RECORD_RESULTS, taken);
  return new Set(taken);
}
