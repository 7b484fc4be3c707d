import type { Queryable } from '@rotamer/kit/db/db.ts';
import { prepared } from '@rotamer/kit/db/prepared.ts';
import { due, purgeFailures } from '@rotamer/kit/work/failedWork.ts';
import { roundRobin } from '@rotamer/kit/work/roundRobin.ts';
import { Job } from '@rotamer/proto/jobs/v1/job.ts';

/** Queues the results of jobs for recording. */
export async function recordResults(tx: Queryable, jobs: Job[]): Promise<void> {
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

/** Name of the loop that records results, as operators see it. */
export const RECORD_RESULTS = 'record-results';

/** A result that this replica records. */
export interface NotedResult {
  /** Id of the job. */
  id: string;
  /**
   * The workspace for which this result counts in round-robin order; empty for results queued by replicas of an earlier
   * release.
   */
  workspaceId: string;
  job: Job;
}

/** How long a claim lasts. Recording takes less time, even if a replica has several results to record. */
const CLAIM = '1 minute';

/** Most results of one workspace that one call claims, so that other workspaces wait only a short time. */
const SHARE = 20;

const DUE_IN_TURNS = roundRobin({
  table: 'unrecorded_results',
  alias: 'r',
  columns: ['job_id', 'try_at'],
  due: `r.try_at <= now() and ${due(RECORD_RESULTS, 'r.job_id')}`,
  orderBy: 'try_at',
  thenBy: ['job_id'],
  share: SHARE,
  lockOf: { workspaces: '$2', busy: '$1' },
});

/** Claims due results, round-robin over workspaces and oldest first; skips busy workspaces. */
export async function claimNoted(db: Queryable, limit: number, busy: string[]): Promise<NotedResult[]> {
  const { rows } = await db.query(
    prepared(
      `${DUE_IN_TURNS}
       update unrecorded_results r set try_at = now() + interval '${CLAIM}'
       from (select job_id from due order by turn, try_at limit $2) claimed
       where r.job_id = claimed.job_id
       returning r.job_id, r.workspace_id, r.job`,
      [busy, limit],
    ),
  );
  return rows.map((row) => ({ id: row.job_id, workspaceId: row.workspace_id, job: Job.decode(row.job) }));
}

/**
 * Releases the claim of results that could not be recorded. They are due again in 5 seconds, or when their recorded
 * failure allows the next attempt.
 */
export async function putBack(db: Queryable, jobIds: string[]): Promise<void> {
  await db.query(`update unrecorded_results set try_at = now() + interval '5 seconds' where job_id = any($1)`, [
    jobIds,
  ]);
}

/**
 * Removes jobs from the queue. Returns the ids that were still in it; the results of the others were recorded by
 * another replica, or their jobs were deleted.
 */
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
  if (taken.length > 0) await purgeFailures(tx, RECORD_RESULTS, taken);
  return new Set(taken);
}
