import type { Queryable } from '@rotamer/kit/db/db.ts';
import type { Job } from '@rotamer/proto/jobs/v1/job.ts';

/** Where an operation of projects put something. */
export interface Link {
  projectId: string | undefined;
  projectSeq: number;
}

/** Remembers that files of these jobs go with them, also those recorded later. Ids are sorted: so are the locks. */
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
 * Where the files of a job go: the newer of where it was when it ended and where it was moved to with them. Its row, made
 * for the moment if there is none, is locked: who moves the job finds the files, or is found here.
 */
export async function lockLink(tx: Queryable, job: Job): Promise<Link> {
  const { rows } = await tx.query(
    `insert into linked_jobs (workspace_id, job_id, project_id, project_seq) values ($1, $2, null, -1)
     on conflict (workspace_id, job_id) do update set job_id = excluded.job_id
     returning project_id, project_seq`,
    [job.workspaceId, job.id],
  );
  const { project_id: projectId, project_seq: projectSeq } = rows[0];
  if (projectSeq < 0) await forgetLink(tx, job);
  if (projectSeq < job.projectSeq) return { projectId: job.projectId, projectSeq: job.projectSeq };
  return { projectId: projectId ?? undefined, projectSeq };
}

export async function forgetLink(tx: Queryable, job: Job): Promise<void> {
  await tx.query('delete from linked_jobs where workspace_id = $1 and job_id = $2', [job.workspaceId, job.id]);
}
