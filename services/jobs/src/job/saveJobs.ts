import type { Queryable } from '@rotamer/kit/db/db.ts';
import { prepared } from '@rotamer/kit/db/prepared.ts';
import type { JobEventType } from '@rotamer/proto/jobs/v1/job.ts';
import { abandonedPrefix } from './abandonedBlobs.ts';
import type { Job } from './job.ts';
import { JOBS_TOPIC, jobEvent } from './jobEvent.ts';
import { SAVED_COLUMNS, toRow } from './jobRow.ts';

/**
 * A decided change of a job: the job as read and as decided, the event to publish, and the database's time of the
 * decision.
 */
export interface JobChange {
  before: Job;
  after: Job;
  event: JobEventType;
  now: Date;
}

/**
 * How long a runner that has not noticed the loss of its lease may still upload. The bytes of its attempt are deleted
 * after that.
 */
const LATE_WRITES = '15 minutes';

/**
 * Assignments that store the decided values. The exception is the runtime: a heartbeat may have reported a longer one
 * since the job was read.
 */
const SET_SAVED = SAVED_COLUMNS.map((name) =>
  name === 'runtime_ms'
    ? `runtime_ms = case when c.status = 'PROCESSING' then greatest(jobs.runtime_ms, c.runtime_ms) else c.runtime_ms end`
    : `${name} = c.${name}`,
).join(', ');

/**
 * Writes changed jobs and their events in one statement, each job only if it has not changed since it was read. Returns
 * for each job whether it was written; if not, the caller reads it again.
 *
 * Rows are locked in the order of their ids, so that batches of several replicas never deadlock. An event's row is
 * inserted after its job's row is locked, so the events of one job are in the order of its versions. Bytes that no job
 * owns after a change are queued for deletion.
 */
export async function saveJobs(db: Queryable, changes: JobChange[]): Promise<boolean[]> {
  const events = changes.map(({ after, event, now }) => jobEvent(after, event, now));
  const rows = changes.map((change, i) => rowOf(change, events[i]!.eventId));
  const saved = await db.query(
    prepared(
      `with changes as (
         select *, unnest as event, ordinality as n from rows from (
           jsonb_populate_recordset(null::jobs, $1),
           jsonb_to_recordset($1) as (
             version_read bigint, abandoned text, event_id text, type text, occurred_at timestamptz
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
           ${SET_SAVED},
           lease_expires_at = case when c.status = 'PROCESSING' then jobs.lease_expires_at end
         from current c
         where jobs.id = c.id and jobs.version = c.version_read
         returning c.*
       ), abandoned as (
         insert into blob_deletions (prefix, queued_at)
         select abandoned, now() + interval '${LATE_WRITES}' from changed where abandoned is not null
         on conflict do nothing
       ), published as (
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

function rowOf({ before, after, event, now }: JobChange, eventId: string) {
  return {
    ...toRow(after),
    version_read: before.version,
    abandoned: abandonedPrefix(before, after),
    event_id: eventId,
    type: event,
    occurred_at: now,
  };
}
