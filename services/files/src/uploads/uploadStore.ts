import type { Queryable } from '@rotamer/kit/db/db.ts';
import { due, purgeFailures } from '@rotamer/kit/work/failedWork.ts';

/** An upload in progress: storage is reserved, and there is no file yet. */
export interface Upload {
  id: string;
  workspaceId: string;
  /** User id. */
  createdBy: string;
  originalName: string;
  /** Bytes. */
  reserved: number;
  begunAt: Date;
}

/**
 * Returns the bytes of a workspace's library, including open reservations. Locks the workspace's row until the
 * transaction ends.
 */
export async function lockStorage(tx: Queryable, workspaceId: string): Promise<number> {
  await tx.query('insert into storage (workspace_id, bytes) values ($1, 0) on conflict do nothing', [workspaceId]);
  const { rows } = await tx.query('select bytes from storage where workspace_id = $1 for update', [workspaceId]);
  return rows[0].bytes;
}

/** Adds bytes to the workspace's storage; a negative number subtracts. */
export async function addStorage(tx: Queryable, workspaceId: string, bytes: number): Promise<void> {
  await tx.query('update storage set bytes = bytes + $2 where workspace_id = $1', [workspaceId, bytes]);
}

export async function insertUpload(tx: Queryable, upload: Upload): Promise<void> {
  const { id, workspaceId, createdBy, originalName, reserved, begunAt } = upload;
  await tx.query(
    `insert into uploads (id, workspace_id, created_by, original_name, reserved, begun_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [id, workspaceId, createdBy, originalName, reserved, begunAt],
  );
}

const COLUMNS = 'id, workspace_id, created_by, original_name, reserved, begun_at';

/** Returns the upload if it belongs to the workspace. */
export async function readUpload(db: Queryable, id: string, workspaceId: string): Promise<Upload | undefined> {
  const { rows } = await db.query(`select ${COLUMNS} from uploads where id = $1 and workspace_id = $2`, [
    id,
    workspaceId,
  ]);
  return rows[0] && toUpload(rows[0]);
}

/** Removes an upload that is finished or discarded. Returns undefined when a concurrent call has already removed it. */
export async function takeUpload(tx: Queryable, id: string, workspaceId: string): Promise<Upload | undefined> {
  const { rows } = await tx.query(`delete from uploads where id = $1 and workspace_id = $2 returning ${COLUMNS}`, [
    id,
    workspaceId,
  ]);
  if (!rows[0]) return undefined;
  await purgeFailures(tx, SWEEP_UPLOADS, [id]);
  return toUpload(rows[0]);
}

/** Name of the loop that discards abandoned uploads, as operators see it. */
export const SWEEP_UPLOADS = 'sweep-uploads';

/**
 * Returns uploads that were begun before a time and have not ended. Skips uploads that could not be discarded and whose
 * next attempt is not due.
 */
export async function findStaleUploads(db: Queryable, before: Date, limit: number): Promise<Upload[]> {
  const { rows } = await db.query(
    `select ${COLUMNS} from uploads where begun_at < $1 and ${due(SWEEP_UPLOADS, 'uploads.id')} order by begun_at limit $2`,
    [before, limit],
  );
  return rows.map(toUpload);
}

// biome-ignore lint/suspicious/noExplicitAny: rows come untyped from the database; this function gives them their type
function toUpload(row: any): Upload {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    createdBy: row.created_by,
    originalName: row.original_name,
    reserved: row.reserved,
    begunAt: row.begun_at,
  };
}
