import type { Queryable } from '@rotamer/kit/db/db.ts';
import type { Job } from '../job/job.ts';
import { JOB_COLUMNS, toJob } from '../job/jobRow.ts';

/** A project of a workspace. */
export interface ProjectRef {
  workspaceId: string;
  projectId: string;
}

/**
 * Written so that PostgreSQL uses the index by project. With the index by workspace, a likely choice where most jobs
 * are in one project, it would read all jobs that have already left the project.
 */
const IN_PROJECT = `project_id = $1 and workspace_id || '' = $2`;

/**
 * Returns the jobs of the workspace among these ids that no later operation has moved; locks them in the order of their
 * ids.
 */
export async function lockMovable(tx: Queryable, ids: string[], workspaceId: string, seq: number): Promise<Job[]> {
  const { rows } = await tx.query(
    `select ${JOB_COLUMNS} from jobs where id = any($1) and workspace_id = $2 and project_seq < $3
     order by id for update`,
    [ids, workspaceId, seq],
  );
  return rows.map(toJob);
}

/** Returns at most `limit` jobs of a project; locks them in the order of their ids. */
export async function lockSome(tx: Queryable, { workspaceId, projectId }: ProjectRef, limit: number): Promise<Job[]> {
  const { rows } = await tx.query(
    `select ${JOB_COLUMNS} from jobs where ${IN_PROJECT}
     order by id collate "C" limit $3 for update`,
    [projectId, workspaceId, limit],
  );
  return rows.map(toJob);
}

/**
 * Returns the ids of at most `limit` jobs of a project that have ended and are settled; locks them in the order of
 * their ids.
 */
export async function lockFinal(
  tx: Queryable,
  { workspaceId, projectId }: ProjectRef,
  limit: number,
): Promise<string[]> {
  const { rows } = await tx.query(
    `select id from jobs where ${IN_PROJECT} and finalized_at is not null
     order by id collate "C" limit $3 for update`,
    [projectId, workspaceId, limit],
  );
  return rows.map(({ id }) => id);
}

/** Returns the ids of at most `limit` jobs of a project that have not ended. */
export async function findActive(
  db: Queryable,
  { workspaceId, projectId }: ProjectRef,
  limit: number,
): Promise<string[]> {
  const { rows } = await db.query(
    'select id from jobs where project_id = $1 and workspace_id = $2 and completed_at is null limit $3',
    [projectId, workspaceId, limit],
  );
  return rows.map(({ id }) => id);
}

/** Returns at most `limit` jobs of a project that have ended and whose hold is still open. */
export async function findUnsettled(
  db: Queryable,
  { workspaceId, projectId }: ProjectRef,
  limit: number,
): Promise<Job[]> {
  const { rows } = await db.query(
    `select ${JOB_COLUMNS} from jobs
     where project_id = $1 and workspace_id = $2 and completed_at is not null and finalized_at is null limit $3`,
    [projectId, workspaceId, limit],
  );
  return rows.map(toJob);
}

export async function hasJobs(db: Queryable, { workspaceId, projectId }: ProjectRef): Promise<boolean> {
  const { rowCount } = await db.query(`select from jobs where ${IN_PROJECT} order by id collate "C" limit 1`, [
    projectId,
    workspaceId,
  ]);
  return rowCount === 1;
}
