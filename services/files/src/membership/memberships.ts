import type { Queryable } from '@rotamer/kit/db/db.ts';
import type { File } from '../file/file.ts';
import { FILE_COLUMNS, toFile } from '../file/fileRow.ts';

/** A project of a workspace. */
export interface ProjectRef {
  workspaceId: string;
  projectId: string;
}

/**
 * Written so that PostgreSQL uses the index by project. With the index by workspace, a likely choice where most files
 * are in one project, it would read all files that have already left the project.
 */
const IN_PROJECT = `project_id = $1 and workspace_id || '' = $2`;

/**
 * Returns the files of the workspace among these ids that no later operation has moved; locks them in the order of
 * their ids.
 */
export async function lockMovable(tx: Queryable, ids: string[], workspaceId: string, seq: number): Promise<File[]> {
  const { rows } = await tx.query(
    `select ${FILE_COLUMNS} from files where id = any($1) and workspace_id = $2 and project_seq < $3
     order by files.id for update`,
    [ids, workspaceId, seq],
  );
  return rows.map(toFile);
}

/** Like `lockMovable`, for at most `limit` files that were recorded from these jobs. */
export async function lockMovableOfJobs(
  tx: Queryable,
  jobIds: string[],
  workspaceId: string,
  seq: number,
  limit: number,
): Promise<File[]> {
  const { rows } = await tx.query(
    `select ${FILE_COLUMNS} from files where job_id = any($1) and workspace_id = $2 and project_seq < $3
     order by files.id limit $4 for update`,
    [jobIds, workspaceId, seq, limit],
  );
  return rows.map(toFile);
}

/** Returns how many files recorded from these jobs were last moved by this operation. */
export async function countLinked(db: Queryable, jobIds: string[], workspaceId: string, seq: number): Promise<number> {
  const { rows } = await db.query(
    'select count(*)::int as files from files where job_id = any($1) and workspace_id = $2 and project_seq = $3',
    [jobIds, workspaceId, seq],
  );
  return rows[0].files;
}

/** Returns at most `limit` files of a project; locks them in the order of their ids. */
export async function lockSome(tx: Queryable, { workspaceId, projectId }: ProjectRef, limit: number): Promise<File[]> {
  const { rows } = await tx.query(
    `select ${FILE_COLUMNS} from files where ${IN_PROJECT}
     order by files.id collate "C" limit $3 for update`,
    [projectId, workspaceId, limit],
  );
  return rows.map(toFile);
}

export async function hasFiles(db: Queryable, { workspaceId, projectId }: ProjectRef): Promise<boolean> {
  const { rowCount } = await db.query(`select from files where ${IN_PROJECT} order by id collate "C" limit 1`, [
    projectId,
    workspaceId,
  ]);
  return rowCount === 1;
}
