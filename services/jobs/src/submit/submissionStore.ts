import type { Queryable } from '@rotamer/kit/db/db.ts';
import { prepared } from '@rotamer/kit/db/prepared.ts';
import type { Job } from '../job/job.ts';
import { JOB_COLUMNS, toJob } from '../job/jobRow.ts';

export interface StoredSubmission {
  workspaceId: string;
  /** Empty for a withdrawn submission, which never gets a job. */
  fingerprint: string;
  job: Job | undefined;
}

/**
 * Returns submissions in the order of the given ids, with the current state of their jobs; undefined for an id that was
 * never used.
 */
export async function readSubmissions(db: Queryable, ids: string[]): Promise<(StoredSubmission | undefined)[]> {
  // A lateral join with a limit stays a lookup by key, even in a plan that was made while the tables were small. The
  // subquery hides the number of ids; otherwise PostgreSQL would plan again each time, at three times the cost of the
  // read (measured).
  const { rows } = await db.query(
    prepared(
      `select s.submitted_in, s.fingerprint, jobs.*
       from unnest((select $1::uuid[])) with ordinality as wanted (wanted_id, n)
       left join lateral (
         select workspace_id as submitted_in, fingerprint, job_id from submissions where id = wanted_id limit 1
       ) s on true
       left join lateral (select ${JOB_COLUMNS} from jobs where id = s.job_id limit 1) jobs on true
       order by n`,
      [ids],
    ),
  );
  return rows.map((row) => {
    if (row.submitted_in === null) return undefined;
    const job = row.id === null ? undefined : toJob(row);
    return { workspaceId: row.submitted_in, fingerprint: row.fingerprint, job };
  });
}

export async function readUsedToday(db: Queryable, workspaceId: string, day: string): Promise<number> {
  const { rows } = await db.query('select used_today from workspaces where id = $1 and day = $2', [workspaceId, day]);
  return rows[0]?.used_today ?? 0;
}

/** Returns the counts for a workspace's limits, and whether the submission was accepted, all from one snapshot. */
export async function readUsage(
  db: Queryable,
  workspaceId: string,
  submissionId: string,
  day: string,
): Promise<{ active: number; usedToday: number; isKnown: boolean }> {
  const { rows } = await db.query(
    `select (select count(*)::int from jobs where workspace_id = $1 and completed_at is null) as active,
       coalesce((select used_today from workspaces where id = $1 and day = $3), 0) as "usedToday",
       exists (select from submissions where id = $2) as "isKnown"`,
    [workspaceId, submissionId, day],
  );
  return rows[0];
}

/** Finds the jobs of submissions. Withdraws the submissions without a job, so that they never get one. */
export async function withdrawSubmissions(
  db: Queryable,
  workspaceId: string,
  ids: string[],
): Promise<{ jobIds: string[]; withdrawnIds: string[] }> {
  if (ids.length === 0) return { jobIds: [], withdrawnIds: [] };
  const { rows } = await db.query(
    prepared('select submission_id, job_id from withdraw_submissions($1, $2)', [workspaceId, ids]),
  );
  const withdrawn = rows.filter(({ job_id }) => job_id === null);
  return {
    jobIds: rows.flatMap(({ job_id }) => job_id ?? []),
    withdrawnIds: withdrawn.map(({ submission_id }) => submission_id),
  };
}

/**
 * Returns the job that owns a hold. If no job owns it, records that no job ever will, and returns null: the hold may be
 * voided.
 */
export async function giveUpHold(db: Queryable, holdId: string): Promise<string | null> {
  await db.query('insert into hold_owners (hold_id) values ($1) on conflict do nothing', [holdId]);
  const { rows } = await db.query('select job_id from hold_owners where hold_id = $1', [holdId]);
  return rows[0].job_id;
}
