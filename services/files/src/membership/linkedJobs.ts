import type { Queryable } from '@rotamer/kit/db/db.ts';
import { prepared } from '@rotamer/kit/db/prepared.ts';
import type { Job } from '@rotamer/proto/jobs/v1/job.ts';

/** The project in which an operation of projects put a job, and the number of that operation. */
export interface Link {
  projectId: string | undefined;
  projectSeq: number;
}

/**
 * Records that the files of these jobs move with the jobs, including files recorded later. The ids are sorted, so that
 * concurrent calls lock rows in the same order.
 */
export async function linkJobs(
  tx: Queryable,
  jobIds: string[],
  workspaceId: string,
  { projectId, projectSeq }: Link,
): Promise<void> {
  await tx.query(
    `insert into linked_jobs (workspace_id, job_id, project_id, project_seq)
     select $2, job_id, $3, $4 from unnest($1::text[]) as j (job_id) order by job_id
     on conflict (workspace_id, job_id) do update set
       project_id = excluded.project_id, project_seq = excluded.project_seq
     where linked_jobs.project_seq < excluded.project_seq`,
    [jobIds, workspaceId, projectId ?? null, projectSeq],
  );
}

/**
 * Returns, by job id, the project for the files of each job. This is the newer of two: the job's project at its end, or
 * the project to which the job was moved with its files.
 *
 * Locks the row of each job in `linked_jobs`; a missing row is inserted and deleted again in the same transaction. So a
 * concurrent move of the job either finds the recorded files, or its link is found here.
 */
export async function lockLinks(tx: Queryable, jobs: Job[]): Promise<Map<string, Link>> {
  const { rows } = await tx.query(
    prepared(
      `insert into linked_jobs (workspace_id, job_id, project_id, project_seq)
       select workspace_id, job_id, null, -1 from unnest($1::text[], $2::text[]) as j (workspace_id, job_id)
       order by workspace_id, job_id
       on conflict (workspace_id, job_id) do update set job_id = excluded.job_id
       returning job_id, project_id, project_seq`,
      keysOf(jobs),
    ),
  );
  const stored = new Map(rows.map((row) => [row.job_id as string, row]));
  const links = new Map<string, Link>();
  const madeHere: Job[] = [];
  for (const job of jobs) {
    const { project_id: projectId, project_seq: projectSeq } = stored.get(job.id)!;
    if (projectSeq < 0) madeHere.push(job);
    if (projectSeq >= job.projectSeq) links.set(job.id, { projectId: projectId ?? undefined, projectSeq });
    else links.set(job.id, { projectId: job.projectId, projectSeq: job.projectSeq });
  }
  if (madeHere.length > 0) await purgeLinks(tx, madeHere);
  return links;
}

export async function purgeLinks(tx: Queryable, jobs: Job[]): Promise<void> {
  await tx.query(
    prepared(
      'delete from linked_jobs using unnest($1::text[], $2::text[]) as j (w, id) where workspace_id = w and job_id = id',
      keysOf(jobs),
    ),
  );
}

function keysOf(jobs: Job[]): string[][] {
  return [jobs.map(({ workspaceId }) => workspaceId), jobs.map(({ id }) => id)];
}
