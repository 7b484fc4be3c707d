import { IN_PROJECT, memberships, type ProjectRef } from '@rotamer/domain/membership/memberships.ts';
import type { Queryable } from '@rotamer/kit/db/db.ts';
import type { Job } from '../job/job.ts';
import { JOB_COLUMNS, toJob } from '../job/jobRow.ts';

export const jobMemberships = memberships({
  table: 'jobs',
  columns: JOB_COLUMNS,
  read: toJob,
  alsoSet: 'version = version + 1',
});

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
