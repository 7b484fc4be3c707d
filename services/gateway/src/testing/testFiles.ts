import { MAX_FILE_BYTES } from '@rotamer/domain/limits.ts';
import { notFound } from '@rotamer/kit/errors/fault.ts';
import { newId } from '@rotamer/kit/ids.ts';
import { File, FileOrigin, StorageOwner } from '@rotamer/proto/files/v1/file.ts';
import { BeginUploadResponse, ListFilesResponse } from '@rotamer/proto/files/v1/files.ts';
import type { Files } from '../clients/clients.ts';

/** A files service in memory that answers every call and records its requests. */
export interface TestFiles extends Files {
  /** Files by id. */
  known: Map<string, File>;
  /** Uploads that were begun and are neither finished nor aborted. */
  begun: Set<string>;
  calls: { method: string; request: unknown; scope: unknown }[];
}

/** A file as the files service returns it. */
export function testFile(fields: Partial<File> = {}): File {
  const createdAt = new Date('2026-03-01T12:00:00.000Z');
  return File.fromPartial({
    id: newId('file', createdAt),
    workspaceId: 'ws_1',
    filename: 'lysozyme.fasta',
    originalName: 'lysozyme.fasta',
    format: 'FASTA',
    mimeType: 'text/x-fasta',
    size: 187,
    origin: FileOrigin.UPLOAD,
    storageOwner: StorageOwner.FILE_LIBRARY,
    previewKind: 'text',
    createdBy: 'usr_1',
    createdAt,
    ...fields,
  });
}

export function testFiles(): TestFiles {
  const known = new Map<string, File>();
  const begun = new Set<string>();
  const keys = new Map<string, string>();
  const find = (fileId = '') => {
    const file = known.get(fileId);
    if (!file) throw notFound('file');
    return file;
  };
  const answers: Files = {
    beginUpload: async ({ storageLimitBytes, originalName, submissionId }) => {
      const earlier = keys.get(submissionId ?? '');
      if (earlier) return BeginUploadResponse.fromPartial({ fileId: earlier, replayed: true });
      const fileId = newId('file', new Date());
      if (submissionId) keys.set(submissionId, fileId);
      begun.add(fileId);
      return BeginUploadResponse.fromPartial({
        fileId,
        key: `files/ws_1/${fileId}/content`,
        originalName,
        reservedBytes: Math.min(storageLimitBytes ?? 0, MAX_FILE_BYTES),
      });
    },
    finishUpload: async ({ fileId, size, sha256, description, tags, projectId }) => {
      begun.delete(fileId!);
      const file = testFile({ id: fileId, size, sha256, description, tags: tags as string[], projectId });
      known.set(file.id, file);
      return file;
    },
    findUpload: async ({ submissionId }) => find(keys.get(submissionId ?? '')),
    abortUpload: async ({ fileId }) => {
      begun.delete(fileId!);
      return {};
    },
    get: async ({ fileId }) => find(fileId),
    locate: async ({ fileId }) => {
      const file = find(fileId);
      return { file, key: `files/ws_1/${file.id}/content` };
    },
    list: async () => ListFilesResponse.fromPartial({ files: [...known.values()] }),
    change: async ({ fileId, originalName, description, tags }) => {
      const file = find(fileId);
      const changed = {
        ...file,
        originalName: originalName ?? file.originalName,
        description: description ?? file.description,
        tags: (tags?.tags as string[] | undefined) ?? file.tags,
      };
      known.set(file.id, changed);
      return changed;
    },
    delete: async ({ fileId }) => {
      find(fileId);
      return {};
    },
  };
  const calls: TestFiles['calls'] = [];
  for (const [method, answer] of Object.entries(answers)) {
    Object.assign(answers, {
      [method]: (request: never, scope: never) => {
        calls.push({ method, request, scope });
        return answer(request, scope);
      },
    });
  }
  return Object.assign(answers, { known, begun, calls });
}
