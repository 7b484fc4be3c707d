import type { File } from './file.ts';

/** The columns of a file for every `select`, with the file's collections as JSON. */
export const FILE_COLUMNS = `files.id, workspace_id, project_id, project_seq, created_by, filename, original_name, format,
  mime_type, size, sha256, key, origin, storage_owner, preview_kind, textual, text_size, text_sha256, units, inspected, job_id,
  job_name, tool, job_item, tags, description, updated_at,
  (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name) order by c.id), '[]')
   from file_collections fc join collections c on c.id = fc.collection_id where fc.file_id = files.id) as collections`;

/** Converts a row of FILE_COLUMNS to a file; null becomes undefined. */
// biome-ignore lint/suspicious/noExplicitAny: rows come untyped from the database; this function gives them their type
export function toFile(row: any): File {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    projectId: row.project_id ?? undefined,
    projectSeq: row.project_seq,
    createdBy: row.created_by,
    filename: row.filename,
    originalName: row.original_name,
    format: row.format,
    mimeType: row.mime_type,
    size: row.size,
    sha256: row.sha256,
    key: row.key,
    origin: row.origin,
    storageOwner: row.storage_owner,
    previewKind: row.preview_kind ?? undefined,
    textual: row.textual,
    text: row.text_sha256 === null ? undefined : { size: row.text_size, sha256: row.text_sha256 },
    units: row.units,
    inspected: row.inspected,
    job: row.job_id
      ? { id: row.job_id, name: row.job_name ?? undefined, tool: row.tool, item: row.job_item }
      : undefined,
    tags: row.tags,
    description: row.description ?? undefined,
    collections: row.collections,
    updatedAt: row.updated_at ?? undefined,
  };
}

/** The columns that the insertion of a file writes. */
export const INSERTED_COLUMNS = `id, workspace_id, project_id, project_seq, created_by, filename, original_name, format, mime_type, size,
  sha256, key, origin, storage_owner, preview_kind, textual, text_size, text_sha256, units, inspected, job_id, job_name, tool, job_item,
  tags, description`;

/** Converts a file to a row of INSERTED_COLUMNS, plus `collection_ids`, as JSON. */
export function insertedRow(file: File) {
  return {
    id: file.id,
    workspace_id: file.workspaceId,
    project_id: file.projectId,
    project_seq: file.projectSeq,
    created_by: file.createdBy,
    filename: file.filename,
    original_name: file.originalName,
    format: file.format,
    mime_type: file.mimeType,
    size: file.size,
    sha256: file.sha256,
    key: file.key,
    origin: file.origin,
    storage_owner: file.storageOwner,
    preview_kind: file.previewKind,
    textual: file.textual,
    text_size: file.text?.size,
    text_sha256: file.text?.sha256,
    units: file.units,
    inspected: file.inspected,
    job_id: file.job?.id,
    job_name: file.job?.name,
    tool: file.job?.tool,
    job_item: file.job?.item,
    tags: file.tags,
    description: file.description,
    collection_ids: file.collections.map(({ id }) => id),
  };
}
