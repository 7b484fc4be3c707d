import type { Queryable } from '@rotamer/kit/db/db.ts';
import { Job } from '@rotamer/proto/jobs/v1/job.ts';

/** Notes that the result of a job is to be recorded. */
export async function noteResult(tx: Queryable, job: Job): Promise<void> {
  await tx.query('insert into unrecorded_results (job_id, job) values ($1, $2) on conflict do nothing', [
    job.id,
    Buffer.from(Job.encode(job).finish()),
  ]);
}

/** Jobs whose results are to be recorded, the longest noted first. */
export async function readNoted(db: Queryable, limit: number): Promise<Job[]> {
  const { rows } = await db.query('select job from unrecorded_results order by noted_at limit $1', [limit]);
  return rows.map((row) => Job.decode(row.job));
}

/** False: somebody else has recorded it, or the job was deleted. */
export async function takeNote(tx: Queryable, jobId: string): Promise<boolean> {
  const { rowCount } = await tx.query('delete from unrecorded_results where job_id = $1', [jobId]);
  return rowCount === 1;
}

/** To the end of the queue, so that it does not hold up the others. */
export async function postpone(db: Queryable, jobId: string): Promise<void> {
  await db.query('update unrecorded_results set noted_at = now() where job_id = $1', [jobId]);
}
