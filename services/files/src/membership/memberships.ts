import { memberships } from '@rotamer/domain/membership/memberships.ts';
import type { Queryable } from '@rotamer/kit/db/db.ts';
import type { File } from '../file/file.ts';
import { FILE_COLUMNS, toFile } from '../file/fileRow.ts';

export const fileMemberships = memberships({ table: 'files', columns: FILE_COLUMNS, read: toFile });

/** Like `fileMemberships.lockMovable`, for at most `limit` files that were recorded from these jobs. */
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
