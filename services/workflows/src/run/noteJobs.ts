import type { Queryable } from '@rotamer/kit/db/db.ts';
import { prepared } from '@rotamer/kit/db/prepared.ts';
import { isTerminal } from '@rotamer/kit/jobStatus.ts';
import type { Job } from '@rotamer/proto/jobs/v1/job.ts';
import { readParentRef } from '../engine/child.ts';

/**
 * Notes how jobs of runs are now: amounts, and that they have ended. Jobs of no run are left out, and so is what is
 * older than what is known; repeating it changes nothing. Answers how many children have ended just now.
 */
export async function noteJobs(db: Queryable, jobs: Job[]): Promise<number> {
  const rows = jobs.flatMap((job) => {
    const child = readParentRef(job.parentRef);
    return child ? [{ ...child, job }] : [];
  });
  if (rows.length === 0) return 0;
  const { rows: changed } = await db.query(
    prepared(
      `update children c set
         state = case when c.state in ('LAUNCHING', 'ACTIVE') and j.ended then 'ENDED' else c.state end,
         try_at = case when c.state in ('LAUNCHING', 'ACTIVE') and j.ended then now() else c.try_at end,
         news_at = now(), job_id = j.job_id, job_version = j.job_version, job_status = j.job_status, error = j.error,
         manifest = j.manifest, held_millicredits = j.held, final_millicredits = j.final
       from jsonb_to_recordset($1) as j (
         attempt_id text, node_id text, n int, job_id text, job_version bigint, job_status text, ended boolean, error text,
         manifest jsonb, held bigint, final bigint
       )
       where c.attempt_id = j.attempt_id and c.node_id = j.node_id and c.n = j.n
         and c.job_version < j.job_version and c.state <> 'PLANNED'
       returning c.state = 'ENDED' as ended`,
      [JSON.stringify(rows.map(({ job, ...child }) => toRow(job, child)))],
    ),
  );
  return changed.filter(({ ended }) => ended).length;
}

function toRow(job: Job, { attemptId, nodeId, n }: { attemptId: string; nodeId: string; n: number }) {
  const { billing, status, manifest, error } = job;
  const ended = isTerminal(status);
  const isFree = !billing;
  return {
    attempt_id: attemptId,
    node_id: nodeId,
    n,
    job_id: job.id,
    job_version: job.version,
    job_status: ended ? status.replace(/^JOB_STATUS_/, '') : null,
    ended,
    error: error?.replaceAll('\0', '').toWellFormed().slice(0, 1_000),
    manifest: manifest ?? null,
    held: billing?.reservedMillicredits ?? 0,
    final: billing?.finalMillicredits ?? (ended && isFree ? 0 : null),
  };
}
