import { isTerminal } from '@rotamer/domain/jobStatus.ts';
import type { Queryable } from '@rotamer/kit/db/db.ts';
import { prepared } from '@rotamer/kit/db/prepared.ts';
import type { Signals } from '@rotamer/kit/db/signals.ts';
import { enumName } from '@rotamer/kit/enumWord.ts';
import type { Job } from '@rotamer/proto/jobs/v1/job.ts';
import { storableError } from '../attempts/attemptStore.ts';
import { readParentRef } from '../engine/child.ts';
import { WORK_SIGNALS } from './changeAttempt.ts';

/** Records the current state of jobs of runs, and wakes the loops that continue from there. */
export async function hearJobs(
  { db, signals }: { db: Queryable; signals: Pick<Signals, 'send'> },
  jobs: Job[],
): Promise<void> {
  const { ended, settled } = await recordJobs(db, jobs);
  if (ended > 0) signals.send(WORK_SIGNALS.collect);
  if (settled > 0) signals.send(WORK_SIGNALS.settle);
}

/** Counts of the children that have just ended, and of those whose charge has just become final. */
interface Updates {
  ended: number;
  settled: number;
}

/**
 * Records the current state of jobs of runs: their amounts, and whether they have ended. Ignores jobs that belong to no run, and versions
 * older than the recorded one, so it is safe to repeat. The caller provides a transaction, and sends the signals after its commit.
 */
export async function recordJobs(db: Queryable, jobs: Job[]): Promise<Updates> {
  const rows = jobs.flatMap((job) => {
    const child = readParentRef(job.parentRef);
    return child ? [{ attemptId: child.attemptId, row: toRow(job, child) }] : [];
  });
  const all: Updates = { ended: 0, settled: 0 };
  for (const [attemptId, some] of Map.groupBy(rows, (one) => one.attemptId)) {
    const { ended, settled } = await recordJobsOf(
      db,
      attemptId,
      some.map(({ row }) => row),
    );
    all.ended += ended;
    all.settled += settled;
  }
  return all;
}

/**
 * Records the jobs of one attempt in a single statement. It locks the children in the order of their keys, as every transaction does that
 * locks several. Then it locks the attempt's amounts, which no transaction locks before children.
 */
async function recordJobsOf(db: Queryable, attemptId: string, rows: ReturnType<typeof toRow>[]): Promise<Updates> {
  const { rows: changed } = await db.query(
    prepared(
      `with changes as (
         select * from jsonb_to_recordset($2) as j (
           node_id text, n int, job_id text, job_version bigint, job_status text, ended boolean, error text,
           manifest jsonb, held bigint, final bigint
         )
       ), before as (
         select c.node_id, c.n, c.held_millicredits as held, c.final_millicredits as final
         from changes j join children c on c.attempt_id = $1 and c.node_id = j.node_id and c.n = j.n
         where c.job_version < j.job_version and c.state <> 'PLANNED'
         order by c.node_id, c.n for update of c
       ), changed as (
         update children c set
           state = case when c.state in ('LAUNCHING', 'ACTIVE') and j.ended then 'ENDED' else c.state end,
           try_at = case when c.state in ('LAUNCHING', 'ACTIVE') and j.ended then now() else c.try_at end,
           news_at = now(), job_id = j.job_id, job_version = j.job_version, job_status = j.job_status, error = j.error,
           manifest = j.manifest, held_millicredits = j.held, final_millicredits = j.final
         from changes j join before b on b.node_id = j.node_id and b.n = j.n
         where c.attempt_id = $1 and c.node_id = j.node_id and c.n = j.n
         returning c.state = 'ENDED' as ended, j.final is not null and b.final is null as settled,
           coalesce(j.final, 0) - coalesce(b.final, 0) as charged,
           case when j.final is null then j.held else 0 end - case when b.final is null then b.held else 0 end as held,
           coalesce(j.held - j.final, 0) - coalesce(b.held - b.final, 0) as refunded
       ), counted as (
         insert into amounts as a (attempt_id, charged_millicredits, held_millicredits, refunded_millicredits)
         select $1, sum(charged), sum(held), sum(refunded) from changed
         having bool_or(charged <> 0 or held <> 0 or refunded <> 0)
         on conflict (attempt_id) do update set
           charged_millicredits = a.charged_millicredits + excluded.charged_millicredits,
           held_millicredits = a.held_millicredits + excluded.held_millicredits,
           refunded_millicredits = a.refunded_millicredits + excluded.refunded_millicredits
       )
       select count(*) filter (where ended) as ended, count(*) filter (where settled) as settled from changed`,
      [attemptId, JSON.stringify(rows)],
    ),
  );
  return changed[0];
}

function toRow(job: Job, { nodeId, n }: { nodeId: string; n: number }) {
  const { billing, status, manifest, error } = job;
  const ended = isTerminal(status);
  const isFree = !billing;
  return {
    node_id: nodeId,
    n,
    job_id: job.id,
    job_version: job.version,
    job_status: ended ? enumName('JOB_STATUS', status) : null,
    ended,
    error: error && storableError(error),
    manifest: manifest ?? null,
    held: billing?.reservedMillicredits ?? 0,
    final: billing?.finalMillicredits ?? (ended && isFree ? 0 : null),
  };
}
