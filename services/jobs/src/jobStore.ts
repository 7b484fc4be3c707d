import type { Queryable } from '@rotamer/kit/db/db.ts';
import { prepared } from '@rotamer/kit/db/prepared.ts';
import { abandonedPrefix } from './abandonedBlobs.ts';
import type { JobEventType } from './decideJob.ts';
import type { Job } from './job.ts';
import { jobEvent } from './jobEvent.ts';
import { JOB_COLUMNS, toJob } from './jobRow.ts';

/** A job and the database's time at which it was read: the only clock that decisions about leases and money use. */
export interface ReadJob {
  job: Job;
  now: Date;
}

/** Any workspace's job; for runners and loops. */
export async function readJob(db: Queryable, id: string): Promise<ReadJob | undefined> {
  const { rows } = await db.query(
    prepared(`select ${JOB_COLUMNS}, clock_timestamp() as now from jobs where id = $1`, [id]),
  );
  return rows[0] && { job: toJob(rows[0]), now: rows[0].now };
}

/** The caller's job: another workspace's does not exist. */
export async function readOwnJob(db: Queryable, id: string, workspaceId: string): Promise<ReadJob | undefined> {
  const { rows } = await db.query(
    prepared(`select ${JOB_COLUMNS}, clock_timestamp() as now from jobs where id = $1 and workspace_id = $2`, [
      id,
      workspaceId,
    ]),
  );
  return rows[0] && { job: toJob(rows[0]), now: rows[0].now };
}

export async function readJobs(db: Queryable, ids: string[]): Promise<Job[]> {
  const { rows } = await db.query(prepared(`select ${JOB_COLUMNS} from jobs where id = any($1)`, [ids]));
  return rows.map(toJob);
}

export interface JobFilter {
  workspaceId: string;
  /** Jobs older than this id. */
  beforeId?: string;
  projectId?: string;
  unassigned: boolean;
  limit: number;
}

/** Newest first: ids are time-sortable, so one index serves every page at the same price. */
export async function listJobs(db: Queryable, filter: JobFilter): Promise<Job[]> {
  const { rows } = await db.query(
    `select ${JOB_COLUMNS} from jobs
     where workspace_id = $1
       and ($2::text is null or id collate "C" < $2)
       and ($3::text is null or project_id = $3)
       and (not $4 or project_id is null)
     order by id collate "C" desc limit $5`,
    [filter.workspaceId, filter.beforeId || null, filter.projectId ?? null, filter.unassigned, filter.limit],
  );
  return rows.map(toJob);
}

export async function countActive(db: Queryable, workspaceId: string): Promise<number> {
  const { rows } = await db.query(
    'select count(*)::int as active from jobs where workspace_id = $1 and completed_at is null',
    [workspaceId],
  );
  return rows[0].active;
}

export async function readInputs(db: Queryable, jobId: string): Promise<Buffer | undefined> {
  const { rows } = await db.query(prepared('select body from job_inputs where job_id = $1', [jobId]));
  return rows[0]?.body;
}

/** A runner that lost its lease without knowing may be storing for this long; its bytes are deleted after that. */
const LATE_WRITES = '15 minutes';

/**
 * Writes a changed job and its event in one statement, if nobody changed the job since it was read. The event's row is
 * inserted after the job's row is locked, so events of one job are in the order of its versions. Bytes that the change
 * leaves without an owner are queued for deletion. False: read again.
 */
export async function saveJob(db: Queryable, before: Job, after: Job, type: JobEventType, now: Date): Promise<boolean> {
  const event = jobEvent(after, type, now);
  const { money } = after;
  const { rowCount } = await db.query(
    prepared(
      `with changed as (
       update jobs set
         status = $3, version = $4, attempt = $5, failures = $6, next_attempt_at = $7, status_since = $8,
         lease_expires_at = case when $3 = 'PROCESSING' then lease_expires_at end,
         started_at = $9, completed_at = $10, progress = $11, error = $13,
         -- A heartbeat may have told a longer runtime since the job was read.
         runtime_ms = case when $3 = 'PROCESSING' then greatest(runtime_ms, $12) else $12 end,
         manifest_key = $14, manifest_sha256 = $15, manifest_size = $16,
         reserved_mc = $17, charge_mc = $18, billable_runtime_ms = $19, final_mc = $20, outcome = $21,
         finalized_at = $22
       where id = $1 and version = $2
       returning id
     ), abandoned as (
       insert into blob_deletions (prefix, queued_at)
       select $29, now() + interval '${LATE_WRITES}' from changed where $29::text is not null
       on conflict do nothing
     )
     insert into outbox (topic, key, event_id, type, value, traceparent, occurred_at)
     select $23, id, $24, $25, $26, $27, $28 from changed`,
      [
        before.id,
        before.version,
        after.status,
        after.version,
        after.attempt,
        after.failures,
        after.nextAttemptAt ?? null,
        after.statusSince,
        after.startedAt ?? null,
        after.completedAt ?? null,
        after.progress ?? null,
        after.runtimeMs ?? null,
        after.error ?? null,
        after.manifest?.key ?? null,
        after.manifest?.sha256 ?? null,
        after.manifest?.size ?? null,
        money?.reserved ?? null,
        money?.charge ?? null,
        money?.billableRuntimeMs ?? null,
        money?.final ?? null,
        money?.outcome ?? null,
        // A job without a hold is finalised in its terminal commit.
        money ? (money.finalizedAt ?? null) : (after.completedAt ?? null),
        event.topic,
        event.eventId,
        event.type,
        Buffer.from(event.value),
        event.traceparent,
        event.occurredAt,
        abandonedPrefix(before, after) ?? null,
      ],
    ),
  );
  return rowCount === 1;
}

/**
 * Deletes jobs that ended before a moment and are paid for, with their inputs, invitations and idempotency keys: a replay
 * would find nothing. Who owned a hold stays known. Oldest first by id, which is by time: an index on the end of jobs
 * would cost every job a write, for a question that is asked once an hour.
 */
export async function deleteOldJobs(tx: Queryable, endedBefore: Date, limit: number): Promise<Job[]> {
  const { rows } = await tx.query(
    `delete from jobs where id = any(array(
       select id from jobs where completed_at < $1 and finalized_at is not null
       order by id limit $2 for update skip locked))
     returning ${JOB_COLUMNS}`,
    [endedBefore, limit],
  );
  const jobs = rows.map(toJob);
  if (jobs.length > 0) {
    await tx.query('delete from submissions where job_id = any($1)', [jobs.map(({ id }) => id)]);
  }
  return jobs;
}
