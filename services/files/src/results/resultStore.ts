import type { Queryable } from '@rotamer/kit/db/db.ts';
import { due, forgetFailures } from '@rotamer/kit/work/failedWork.ts';
import { Job } from '@rotamer/proto/jobs/v1/job.ts';

/** Queues the result of a job for recording. */
export async function noteResult(tx: Queryable, job: Job): Promise<void> {
  await tx.query('insert into unrecorded_results (job_id, job) values ($1, $2) on conflict do nothing', [
    job.id,
    Buffer.from(Job.encode(job).finish()),
  ]);
}

/** The loop that records results, as operators see it. */
export const RECORD_RESULTS = 'record-results';

/** Jobs whose results are due for recording, oldest first. */
export async function readNoted(db: Queryable, limit: number): Promise<Job[]> {
  const { rows } = await db.query(
    `select job from unrecorded_results where ${due(RECORD_RESULTS, 'job_id')} order by noted_at limit $1`,
    [limit],
  );
  return rows.map((row) => Job.decode(row.job));
}

/** Removes a job from the queue. False when it was recorded by another replica, or the job was deleted. */
export async function takeNote(tx: Queryable, jobId: string): Promise<boolean> {
  const { rowCount } = await tx.query('delete from unrecorded_results where job_id = $1', [jobId]);
  if (rowCount === 1) await forgetFailures(tx, RECORD_RESULTS, jobId);
  return rowCount === 1;
}
