import type { Queryable } from '@rotamer/kit/db/db.ts';
import type { Job } from '../job/job.ts';
import { JOB_COLUMNS, toJob } from '../job/jobRow.ts';

/** A project of a workspace. */
export interface ProjectRef {
  workspaceId: string;
  projectId: string;
}

/**
 * A project's own index serves this. A plan by workspace, likely where most jobs are in one project, would pass over all
 * that have left it already.
 */
const IN_PROJECT = `project_id = $1 and workspace_id || '' = $2`;

/** Those of the jobs that belong to the workspace and that no later operation has moved; locked in the order of their ids. */
export async function lockMovable(tx: Queryable, ids: string[], workspaceId: string, seq: number): Promise<Job[]> {
  const { rows } = await tx.query(
    `select ${JOB_COLUMNS} from jobs where id = any($1) and workspace_id = $2 and project_seq < $3
     order by id for update`,
    [ids, workspaceId, seq],
  );
  return rows.map(toJob);
}

/** Some jobs of a project; locked in the order of their ids. */
export async function lockSome(tx: Queryable, { workspaceId, projectId }: ProjectRef, limit: number): Promise<Job[]> {
  const { rows } = await tx.query(
    `select ${JOB_COLUMNS} from jobs where ${IN_PROJECT}
     order by id collate "C" limit $3 for update`,
    [projectId, workspaceId, limit],
  );
  return rows.map(toJob);
}

/** Ids of some jobs of a project that have ended and are paid for; locked in the order of their ids. */
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

/** Ids of some jobs of a project that have not ended. */
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

/** Some jobs of a project that have ended and whose hold is open still. */
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
