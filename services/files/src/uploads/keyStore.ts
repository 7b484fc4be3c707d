import type { Queryable } from '@rotamer/kit/db/db.ts';
import { deleteRows } from '@rotamer/kit/db/deleteRows.ts';

/** An idempotency key and the upload or file that it made. */
export interface UploadKey {
  workspaceId: string;
  /** Of the upload, later of the file. */
  fileId: string;
  /** Undefined while the upload is in progress. */
  fingerprint?: string;
  /** When the upload began; undefined once it has ended. */
  begunAt?: Date;
}

/**
 * Claims a key for an upload; an expired key may be claimed again. Returns false when another upload or file has the
 * key.
 */
export async function claimKey(
  tx: Queryable,
  id: string,
  { workspaceId, fileId }: Pick<UploadKey, 'workspaceId' | 'fileId'>,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into upload_keys (id, workspace_id, file_id) values ($1, $2, $3)
     on conflict (id) do update set file_id = excluded.file_id, fingerprint = null, expires_at = null
       where upload_keys.workspace_id = excluded.workspace_id and upload_keys.expires_at <= $4`,
    [id, workspaceId, fileId, now],
  );
  return rowCount === 1;
}

export async function readKey(db: Queryable, id: string, workspaceId: string): Promise<UploadKey | undefined> {
  const { rows } = await db.query(
    `select k.workspace_id, k.file_id, k.fingerprint, u.begun_at
     from upload_keys k left join uploads u on u.id = k.file_id
     where k.id = $1 and k.workspace_id = $2`,
    [id, workspaceId],
  );
  if (!rows[0]) return undefined;
  const { workspace_id, file_id, fingerprint, begun_at } = rows[0];
  return {
    workspaceId: workspace_id,
    fileId: file_id,
    fingerprint: fingerprint ?? undefined,
    begunAt: begun_at ?? undefined,
  };
}

/** Stores the fingerprint of a finished upload with its key, if it has one. */
export async function completeKey(tx: Queryable, fileId: string, fingerprint: string, expiresAt: Date): Promise<void> {
  await tx.query('update upload_keys set fingerprint = $2, expires_at = $3 where file_id = $1', [
    fileId,
    fingerprint,
    expiresAt,
  ]);
}

/** Deletes the keys of discarded uploads and deleted files, because a repeat would find nothing. */
export async function freeKeys(tx: Queryable, fileIds: string[]): Promise<void> {
  await tx.query('delete from upload_keys where file_id = any($1)', [fileIds]);
}

/**
 * Deletes expired keys, which may then be used for another file. Skips locked rows instead of waiting for deletions of
 * files, which lock keys in another order.
 */
export async function purgeKeys(db: Queryable, now: Date, signal?: AbortSignal): Promise<void> {
  await deleteRows(db, 'upload_keys', 'expires_at <= $1', [now], { signal });
}
