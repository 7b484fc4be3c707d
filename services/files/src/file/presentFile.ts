import { timeOfId } from '@rotamer/kit/ids.ts';
import { FileOrigin, type File as ProtoFile, StorageOwner } from '@rotamer/proto/files/v1/file.ts';
import type { File } from './file.ts';

/** A file as other services see it. */
export function presentFile(file: File): ProtoFile {
  return {
    id: file.id,
    workspaceId: file.workspaceId,
    projectId: file.projectId,
    filename: file.filename,
    originalName: file.originalName,
    format: file.format,
    mimeType: file.mimeType,
    size: file.size,
    sha256: file.sha256,
    origin: FileOrigin[file.origin],
    storageOwner: StorageOwner[file.storageOwner],
    previewKind: file.previewKind,
    jobId: file.job?.id,
    jobName: file.job?.name,
    tool: file.job?.tool,
    tags: file.tags,
    description: file.description,
    collections: file.collections,
    createdBy: file.createdBy,
    createdAt: timeOfId(file.id),
    updatedAt: file.updatedAt,
  };
}
