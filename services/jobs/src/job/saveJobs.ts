import type { Queryable } from '@rotamer/kit/db/db.ts';
import { prepared } from '@rotamer/kit/db/prepared.ts';
import type { JobEventType } from '@rotamer/proto/jobs/v1/job.ts';
import { abandonedPrefix } from './abandonedBlobs.ts';
import type { Job } from './job.ts';
import { JOBS_TOPIC, jobEvent } from './jobEvent.ts';

/** A decided change of a job: as it was read, as it is to be, what to tell, and the database's time of the decision. */
export interface JobChange {
  before: Job;
  after: Job;
  event: JobEventType;
  now: Date;
}

/** A runner that lost its lease without knowing may be storing for this long; its bytes are deleted after that. */
const LATE_WRITES = '15 minutes';

/**
 * Writes changed jobs and their events in one statement, each if nobody has changed the job since it was read. Rows are
 * locked in the order of their ids, so batches of several replicas never wait for each other in a circle. An event's row
 * is inserted after its job's row is locked, so events of one job are in the order of its versions. Bytes that a change
 * leaves without an owner are queued for deletion. Answers for each whether it was written; else: read again.
 */
export async function saveJobs(db: Queryable, changes: JobChange[]): Promise<boolean[]> {
  const events = changes.map(({ after, event, now }) => jobEvent(after, event, now));
  const rows = changes.map((change, i) => ({ ...toRow(change), event_id: events[i]!.eventId }));
  const saved = await db.query(
    prepared(
      `with changes as (
         select *, unnest as event, ordinality as n from rows from (
           jsonb_to_recordset($1) as (
             id text, version_read bigint, status text, version bigint, attempt int, failures int,
             next_attempt_at timestamptz, status_since timestamptz, started_at timestamptz, completed_at timestamptz,
             progress smallint, runtime_ms bigint, error text, manifest_key text, manifest_sha256 text,
             manifest_size bigint, reserved_millicredits bigint, charge_millicredits bigint, billable_runtime_ms bigint, final_millicredits bigint,
             outcome text, finalized_at timestamptz, abandoned text, event_id text, type text, traceparent text,
             occurred_at timestamptz
           ),
           unnest($2::bytea[])
         ) with ordinality
         order by id
       ), current as materialized (
         select c.*
         from changes c
         cross join lateral (select from jobs where id = c.id and version = c.version_read limit 1 for update) locked
       ), changed as (
         update jobs set
           status = c.status, version = c.version, attempt = c.attempt, failures = c.failures,
           next_attempt_at = c.next_attempt_at, status_since = c.status_since,
           lease_expires_at = case when c.status = 'PROCESSING' then jobs.lease_expires_at end,
           started_at = c.started_at, completed_at = c.completed_at, progress = c.progress, error = c.error,
           -- A heartbeat may have told a longer runtime since the job was read.
           runtime_ms = case when c.status = 'PROCESSING' then greatest(jobs.runtime_ms, c.runtime_ms) else c.runtime_ms end,
           manifest_key = c.manifest_key, manifest_sha256 = c.manifest_sha256, manifest_size = c.manifest_size,
           reserved_millicredits = c.reserved_millicredits, charge_millicredits = c.charge_millicredits, billable_runtime_ms = c.billable_runtime_ms,
           final_millicredits = c.final_millicredits, outcome = c.outcome, finalized_at = c.finalized_at
         from current c
         where jobs.id = c.id and jobs.version = c.version_read
         returning c.*
       ), abandoned as (
         insert into blob_deletions (prefix, queued_at)
         select abandoned, now() + interval '${LATE_WRITES}' from changed where abandoned is not null
         on conflict do nothing
       ), told as (
         insert into outbox (topic, key, event_id, type, value, traceparent, occurred_at)
         select '${JOBS_TOPIC}', id, event_id, type, event, traceparent, occurred_at from changed
       )
       select n from changed`,
      [JSON.stringify(rows), events.map(({ value }) => Buffer.from(value))],
    ),
  );
  const written = new Set(saved.rows.map(({ n }) => n));
  return changes.map((_, i) => written.has(i + 1));
}

function toRow({ before, after, event, now }: JobChange) {
  const { money } = after;
  return {
    id: before.id,
    version_read: before.version,
    status: after.status,
    version: after.version,
    attempt: after.attempt,
    failures: after.failures,
    next_attempt_at: after.nextAttemptAt,
    status_since: after.statusSince,
    started_at: after.startedAt,
    completed_at: after.completedAt,
    progress: after.progress,
    runtime_ms: after.runtimeMs,
    error: after.error,
    manifest_key: after.manifest?.key,
    manifest_sha256: after.manifest?.sha256,
    manifest_size: after.manifest?.size,
    reserved_millicredits: money?.reservedMillicredits,
    charge_millicredits: money?.chargeMillicredits,
    billable_runtime_ms: money?.billableRuntimeMs,
    final_millicredits: money?.finalMillicredits,
    outcome: money?.outcome,
    // A job without a hold is finalised in its terminal commit.
    finalized_at: money ? money.finalizedAt : after.completedAt,
    abandoned: abandonedPrefix(before, after),
    type: event,
    traceparent: after.traceparent,
    occurred_at: now,
  };
}
