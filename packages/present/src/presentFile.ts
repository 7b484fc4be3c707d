import type { PublicFile } from '@rotamer/api/schemas/file.ts';
import { enumName } from '@rotamer/kit/enumWord.ts';
import type { File } from '@rotamer/proto/files/v1/file.ts';

/** The file of the public API. Blob key, workspace and uploader are not exposed. */
export function presentFile(file: File): PublicFile {
  const path = `/api/v1/files/${file.id}`;
  return {
    id: file.id,
    object: 'file',
    project_id: file.projectId ?? null,
    filename: file.filename,
    original_name: file.originalName,
    format: file.format,
    mime_type: file.mimeType,
    size: file.size,
    origin: enumName('FILE_ORIGIN', file.origin),
    storage_owner: enumName('STORAGE_OWNER', file.storageOwner),
    preview_kind: file.previewKind ?? null,
    job_id: file.jobId ?? null,
    job_name: file.jobName ?? null,
    job_type: file.tool ?? null,
    tool: file.tool ?? null,
    tags: file.tags,
    description: file.description ?? null,
    collection_ids: file.collections.map(({ id }) => id),
    collections: file.collections.map(({ id, name }) => ({ id, name })),
    created_at: file.createdAt!.toISOString(),
    updated_at: file.updatedAt?.toISOString() ?? null,
    content_url: `${path}/content`,
    download_url: `${path}/download`,
    input_reference: { type: 'file', file_id: file.id },
  };
}
