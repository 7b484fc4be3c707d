import type { Queryable } from '@rotamer/kit/db/db.ts';
import { prepared } from '@rotamer/kit/db/prepared.ts';
import type { File } from './file.ts';
import { FILE_COLUMNS, INSERTED_COLUMNS, insertedRow, toFile } from './fileRow.ts';

/** Returns the file if it belongs to the workspace. */
export async function readFile(db: Queryable, id: string, workspaceId: string): Promise<File | undefined> {
  const { rows } = await db.query(`select ${FILE_COLUMNS} from files where id = $1 and workspace_id = $2`, [
    id,
    workspaceId,
  ]);
  return rows[0] && toFile(rows[0]);
}

/** Returns the files of the workspace that have one of these ids. */
export async function readFiles(db: Queryable, ids: string[], workspaceId: string): Promise<File[]> {
  const { rows } = await db.query(`select ${FILE_COLUMNS} from files where id = any($1) and workspace_id = $2`, [
    ids,
    workspaceId,
  ]);
  return rows.map(toFile);
}

/**
 * Inserts files with their collections. Skips outputs and inputs of a job that are already recorded. Returns the
 * inserted files.
 */
export async function insertFiles(tx: Queryable, files: File[]): Promise<File[]> {
  const { rows } = await tx.query(
    prepared(
      `with given as (
         select * from rows from (
           jsonb_populate_recordset(null::files, $1),
           jsonb_to_recordset($1) as (collection_ids text[])
         )
       ), inserted as (
         insert into files (${INSERTED_COLUMNS}) select ${INSERTED_COLUMNS} from given
         on conflict (job_id, job_item) do nothing
         returning id
       ), collected as (
         insert into file_collections (file_id, collection_id)
         select id, unnest(collection_ids) from inserted join given using (id)
       )
       select id from inserted`,
      [JSON.stringify(files.map(insertedRow))],
    ),
  );
  const inserted = new Set(rows.map(({ id }) => id));
  return files.filter(({ id }) => inserted.has(id));
}

/** Deletes files that the caller has locked. Returns the files that were deleted. */
export async function deleteFiles(tx: Queryable, ids: string[]): Promise<File[]> {
  const { rows } = await tx.query(`delete from files where id = any($1) returning ${FILE_COLUMNS}`, [ids]);
  return rows.map(toFile);
}

/** Saves name, description and tags of a file. Returns the file as it now is; undefined when it was deleted. */
export async function changeFile(db: Queryable, file: File): Promise<File | undefined> {
  const { rows } = await db.query(
    `update files set original_name = $3, filename = $4, description = $5, tags = $6, updated_at = $7
     where id = $1 and workspace_id = $2 returning ${FILE_COLUMNS}`,
    [file.id, file.workspaceId, file.originalName, file.filename, file.description ?? null, file.tags, file.updatedAt],
  );
  return rows[0] && toFile(rows[0]);
}

/** Saves the findings of an inspection with the file. */
export async function saveInspection(db: Queryable, id: string, seen: Pick<File, 'textual' | 'units'>): Promise<void> {
  await db.query('update files set textual = $2, units = $3, inspected = true where id = $1', [
    id,
    seen.textual,
    JSON.stringify(seen.units),
  ]);
}

/** Returns the ids of the files recorded from a job's inputs and outputs; locks them in the order of their ids. */
export async function lockFilesOfJob(tx: Queryable, jobId: string): Promise<string[]> {
  const { rows } = await tx.query('select id from files where job_id = $1 order by id for update', [jobId]);
  return rows.map(({ id }) => id);
}

/** Returns the ids among these that belong to a file or to an upload in progress, in any workspace. */
export async function existingFiles(db: Queryable, ids: string[]): Promise<Set<string>> {
  const { rows } = await db.query(
    'select id from files where id = any($1) union all select id from uploads where id = any($1)',
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}
