import type { Queryable } from '@rotamer/kit/db/db.ts';
import { LEASE_SECONDS } from './claimJobs.ts';
import { JOB_COLUMNS, toJob } from './jobRow.ts';
import type { ReadJob } from './jobStore.ts';

/** Renews the lease of the current attempt and keeps its runtime; undefined: the token is old or the job has ended. */
export async function renewLease(
  db: Queryable,
  jobId: string,
  attempt: number,
  runtimeMs: number,
): Promise<ReadJob | undefined> {
  const { rows } = await db.query(
    `update jobs set
       lease_expires_at = now() + make_interval(secs => $4),
       runtime_ms = greatest(runtime_ms, $3)
     where id = $1 and attempt = $2 and status = 'PROCESSING'
     returning ${JOB_COLUMNS}, clock_timestamp() as now`,
    [jobId, attempt, runtimeMs, LEASE_SECONDS],
  );
  return rows[0] && { job: toJob(rows[0]), now: rows[0].now };
}

export interface ExpiredLease {
  id: string;
  attempt: number;
  why: 'lease' | 'start' | 'wall';
}

/** Time for a runner to report after the tool's limit. */
const REPORT_GRACE_SECONDS = 60;

/** Time from a claim to the tool's start, for fetching inputs and pulling images. */
const START_SECONDS = 600;

/** An absence of this loop (or of the database) longer than this must not cost anyone a lease. */
const ABSENCE_SECONDS = 5;

/**
 * Attempts that are over by the database's clock: lease not renewed, never started, or far beyond the time limit.
 * One replica looks at a time. After an absence every lease is first renewed and nothing expires: an outage of ours
 * re-queues nothing.
 */
export async function findExpiredLeases(tx: Queryable): Promise<ExpiredLease[]> {
  const { rows: passes } = await tx.query(
    `select passed_at < now() - make_interval(secs => $1) as absent
     from loop_passes where name = 'expire_leases' for update skip locked`,
    [ABSENCE_SECONDS],
  );
  if (passes.length === 0) return [];
  await tx.query(`update loop_passes set passed_at = now() where name = 'expire_leases'`);
  if (passes[0].absent) {
    await tx.query(
      `update jobs set lease_expires_at = greatest(lease_expires_at, now() + make_interval(secs => $1))
       where status = 'PROCESSING'`,
      [LEASE_SECONDS],
    );
    return [];
  }
  const { rows } = await tx.query(
    `select id, attempt,
       case when lease_expires_at < now() then 'lease' when started_at is null then 'start' else 'wall' end as why
     from jobs
     where status = 'PROCESSING' and (
       lease_expires_at < now()
       or (started_at is null and claimed_at < now() - make_interval(secs => $1))
       or started_at + make_interval(secs => wall_limit_ms / 1000.0 + $2) < now()
     )`,
    [START_SECONDS, REPORT_GRACE_SECONDS],
  );
  return rows;
}
