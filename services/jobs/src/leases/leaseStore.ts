import type { Queryable } from '@rotamer/kit/db/db.ts';
import { prepared } from '@rotamer/kit/db/prepared.ts';
import { notFound } from '@rotamer/kit/errors/fault.ts';
import { due } from '@rotamer/kit/work/failedWork.ts';
import type { Job } from '../job/job.ts';
import { JOB_COLUMNS, toJob } from '../job/jobRow.ts';
import { type ReadJob, readJob } from '../job/jobStore.ts';
import { decideExpiry, type ExpiredLease, LEASE_MS, type LeaseState } from './leases.ts';

/**
 * Returns the job of a current attempt.
 *
 * @throws Fault `not_found` when the attempt is no longer the current one, or has ended.
 */
export async function readLeased(db: Queryable, jobId: string, attempt: number): Promise<Job> {
  const found = await readJob(db, jobId);
  if (found?.job.status !== 'PROCESSING' || found.job.attempt !== attempt) throw notFound('lease');
  return found.job;
}

/**
 * Renews the lease of the current attempt and stores its runtime, at most the time since the tool's start
 * (job/reported.ts). Returns undefined when the attempt is not the current one or the job has ended.
 */
export async function renewLease(
  db: Queryable,
  jobId: string,
  attempt: number,
  runtimeMs: number,
): Promise<ReadJob | undefined> {
  const { rows } = await db.query(
    prepared(
      `update jobs set
       lease_expires_at = now() + make_interval(secs => $4),
       runtime_ms = greatest(runtime_ms, 0, least($3, ceil(1000 * extract(epoch from clock_timestamp() - coalesce(started_at, clock_timestamp())))))
     where id = $1 and attempt = $2 and status = 'PROCESSING'
     returning ${JOB_COLUMNS}, clock_timestamp() as now`,
      [jobId, attempt, runtimeMs, LEASE_MS / 1000],
    ),
  );
  return rows[0] && { job: toJob(rows[0]), now: rows[0].now };
}

/**
 * Runs one pass over the leases; only one replica at a time does it. Renews all leases, or returns the expired ones.
 */
export async function findExpiredLeases(tx: Queryable): Promise<ExpiredLease[]> {
  const { rows } = await tx.query(
    `select passed_at, clock_timestamp() as now from loop_passes where name = 'expire_leases' for update skip locked`,
  );
  const [pass] = rows;
  if (!pass) return [];
  await tx.query(`update loop_passes set passed_at = $1 where name = 'expire_leases'`, [pass.now]);
  const renewals = await tx.query(`select passed_at from loop_passes where name = 'renew_leases'`);
  const passes = { last: pass.passed_at, renewedAll: renewals.rows[0]?.passed_at };
  const verdict = decideExpiry(passes, await readLeases(tx), pass.now);
  if (!verdict.renewAll) return verdict.expired;
  await tx.query(
    `insert into loop_passes (name, passed_at) values ('renew_leases', $1)
     on conflict (name) do update set passed_at = excluded.passed_at`,
    [pass.now],
  );
  // Locks rows in the order of ids, as changes of many jobs do (saveJobs.ts).
  await tx.query(
    `update jobs set lease_expires_at = greatest(lease_expires_at, now() + make_interval(secs => $1))
     where id in (select id from jobs where status = 'PROCESSING' order by id for update)`,
    [LEASE_MS / 1000],
  );
  return [];
}

/** Name of the loop that expires leases, as operators see it. */
export const EXPIRE_LEASES = 'expire-leases';

/** Returns all leases whose failed work, if any, is due again. There are at most as many as runners have slots. */
async function readLeases(db: Queryable): Promise<LeaseState[]> {
  const { rows } = await db.query(
    `select id, attempt, lease_expires_at, claimed_at, started_at, runtime_ms, wall_limit_ms from jobs
     where status = 'PROCESSING' and ${due(EXPIRE_LEASES, 'id')}`,
  );
  return rows.map((row) => ({
    id: row.id,
    attempt: row.attempt,
    expiresAt: row.lease_expires_at,
    claimedAt: row.claimed_at,
    startedAt: row.started_at ?? undefined,
    runtimeMs: row.runtime_ms ?? undefined,
    wallLimitMs: row.wall_limit_ms,
  }));
}
