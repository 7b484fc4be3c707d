import type { Queryable } from '@rotamer/kit/db/db.ts';
import type { File } from './file.ts';
import { FILE_COLUMNS, toFile } from './fileRow.ts';

/** The file, when it belongs to the workspace. */
export async function readFile(db: Queryable, id: string, workspaceId: string): Promise<File | undefined> {
  const { rows } = await db.query(`select ${FILE_COLUMNS} from files where id = $1 and workspace_id = $2`, [
    id,
    workspaceId,
  ]);
  return rows[0] && toFile(rows[0]);
}

/** The files with these ids that belong to the workspace. */
export async function readFiles(db: Queryable, ids: string[], workspaceId: string): Promise<File[]> {
  const { rows } = await db.query(`select ${FILE_COLUMNS} from files where id = any($1) and workspace_id = $2`, [
    ids,
    workspaceId,
  ]);
  return rows.map(toFile);
}

/** Inserts files with their collections; skips outputs and inputs of a job that are already recorded. Returns those inserted. */
export async function insertFiles(tx: Queryable, files: File[]): Promise<File[]> {
  const inserted: File[] = [];
  for (const file of files) {
    const { rowCount } = await tx.query(
      `insert into files (
         id, workspace_id, project_id, project_seq, created_by, filename, original_name, format, mime_type, size, sha256, key, origin,
         storage_owner, preview_kind, textual, units, inspected, job_id, job_name, tool, job_item, tags, description
       ) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24)
       on conflict (job_id, job_item) do nothing`,
      [
        file.id,
        file.workspaceId,
        file.projectId ?? null,
        file.projectSeq,
        file.createdBy,
        file.filename,
        file.originalName,
        file.format,
        file.mimeType,
        file.size,
        file.sha256,
        file.key,
        file.origin,
        file.storageOwner,
        file.previewKind ?? null,
        file.textual,
        JSON.stringify(file.units),
        file.inspected,
        file.job?.id ?? null,
        file.job?.name ?? null,
        file.job?.tool ?? null,
        file.job?.item ?? null,
        file.tags,
        file.description ?? null,
      ],
    );
    if (rowCount === 0) continue;
    inserted.push(file);
    await tx.query('insert into file_collections (file_id, collection_id) select $1, unnest($2::text[])', [
      file.id,
      file.collections.map(({ id }) => id),
    ]);
  }
  return inserted;
}

/** Deletes files that the caller has locked. Returns those that were there. */
export async function deleteFiles(tx: Queryable, ids: string[]): Promise<File[]> {
  const { rows } = await tx.query(`delete from files where id = any($1) returning ${FILE_COLUMNS}`, [ids]);
  return rows.map(toFile);
}

/** Saves what an inspection found in a file. */
export async function saveInspection(db: Queryable, id: string, seen: Pick<File, 'textual' | 'units'>): Promise<void> {
  await db.query('update files set textual = $2, units = $3, inspected = true where id = $1', [
    id,
    seen.textual,
    JSON.stringify(seen.units),
  ]);
}

/** Ids of the records of a job's inputs and outputs; locked in their order. */
export async function lockFilesOfJob(tx: Queryable, jobId: string): Promise<string[]> {
  const { rows } = await tx.query('select id from files where job_id = $1 order by id for update', [jobId]);
  return rows.map(({ id }) => id);
}
