import type { Queryable } from '@rotamer/kit/db/db.ts';
import { prepared } from '@rotamer/kit/db/prepared.ts';
import { RanPrograms } from '@rotamer/proto/jobs/v1/job.ts';
import type { LogPart } from '@rotamer/proto/jobs/v1/jobs.ts';
import { MAX_LOGS, MAX_PART_BYTES, middleOf } from './logWindow.ts';

/** What is stored of a run besides the parts of its log. */
export interface StoredRun {
  attempt: number;
  /** Bytes of the whole log, with those that were left out. */
  logBytes: number;
  ran: RanPrograms | undefined;
}

/**
 * Stores the programs of an attempt and the next part of its log, and deletes parts from the middle of a long log. A part
 * that begins before the end of the log has been stored before, and is dropped. The log of an attempt that is not the
 * current one stays as it is. Returns whether the attempt is the current one and runs.
 */
export async function recordRun(
  db: Queryable,
  { jobId, attempt, text, startsAt, ran }: { jobId: string; attempt: number; ran?: RanPrograms } & LogPart,
): Promise<boolean> {
  const endsAt = startsAt + Buffer.byteLength(text);
  const { from, to } = middleOf(endsAt);
  // The statement locks the row of the run, so that a repeated call waits for the first one.
  const { rows } = await db.query(
    prepared(
      `with leased as (
         select id from jobs where id = $1 and attempt = $2 and status = 'PROCESSING'
       ), run as (
         insert into job_runs as r (job_id, attempt, log_bytes, ran)
         select id, $2, case when $4 = '' then 0 else $5::bigint end, $3 from leased
         on conflict (job_id, attempt) do update set
           log_bytes = case when $4 = '' then r.log_bytes else greatest(r.log_bytes, $5::bigint) end,
           ran = coalesce($3, r.ran)
         returning (select old.log_bytes from job_runs old where old.job_id = $1 and old.attempt = $2) as before
       ), part as (
         insert into job_log_parts (job_id, attempt, starts_at, text)
         select $1, $2, $6, $4 from run where $4 <> '' and $6 >= coalesce(before, 0)
         on conflict do nothing
       ), middle as (
         delete from job_log_parts where job_id = $1 and attempt = $2
           and starts_at >= $7 and starts_at + octet_length(text) <= $8 and exists (select from run)
       ), old as (
         delete from job_runs where job_id = $1 and attempt <= $2 - ${MAX_LOGS} and exists (select from run)
       )
       select from run`,
      [jobId, attempt, ran ? RanPrograms.encode(ran).finish() : null, text, endsAt, startsAt, from, to],
    ),
  );
  return rows.length > 0;
}

/** Returns the runs of a job that are stored, in the order of their attempts. */
export async function readRuns(db: Queryable, jobId: string): Promise<StoredRun[]> {
  const { rows } = await db.query(
    prepared('select attempt, log_bytes, ran from job_runs where job_id = $1 order by attempt', [jobId]),
  );
  return rows.map(({ attempt, log_bytes: logBytes, ran }) => ({
    attempt,
    logBytes,
    ran: ran === null ? undefined : RanPrograms.decode(ran),
  }));
}

/** Returns the bytes of each log of a job by attempt, without reading what the attempts ran. */
export async function readLogBytes(db: Queryable, jobId: string): Promise<Map<number, number>> {
  const { rows } = await db.query(prepared('select attempt, log_bytes from job_runs where job_id = $1', [jobId]));
  return new Map(rows.map(({ attempt, log_bytes: logBytes }) => [attempt, logBytes]));
}

/** Returns the parts of a log that end after a place: as many as fit into `maxBytes`, but at least one. */
export async function readLogParts(
  db: Queryable,
  { jobId, attempt, after, maxBytes }: { jobId: string; attempt: number; after: number; maxBytes: number },
): Promise<LogPart[]> {
  const { rows } = await db.query(
    prepared(
      `select starts_at, text from (
         select starts_at, text, sum(octet_length(text)) over (order by starts_at) - octet_length(text) as before
         from job_log_parts where job_id = $1 and attempt = $2
           and starts_at > $3::bigint - ${MAX_PART_BYTES} and starts_at + octet_length(text) > $3
       ) parts where before = 0 or before + octet_length(text) <= $4 order by starts_at`,
      [jobId, attempt, after, maxBytes],
    ),
  );
  return rows.map(({ starts_at: startsAt, text }) => ({ startsAt, text }));
}
