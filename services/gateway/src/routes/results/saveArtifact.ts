import { MAX_FILE_BYTES } from '@rotamer/domain/limits.ts';
import { Fault } from '@rotamer/kit/errors/fault.ts';
import type { File } from '@rotamer/proto/files/v1/file.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { callScope } from '../../request/callScope.ts';
import { tooLarge } from '../files/sendToStore.ts';

/** Time limits in milliseconds. The files service reads the copy to inspect and verify it. */
const STEP_MS = 5_000;
const FINISH_MS = 30_000;

/** An artifact, and the file that it shall become. */
interface Wanted {
  /** Key of the artifact in the blob store. */
  key: string;
  size: number;
  sha256: string;
  originalName: string;
  submissionId: string | undefined;
  description: string | undefined;
  tags: string[];
  projectId: string | undefined;
}

/**
 * Copies an artifact into the library: reserves storage, copies the object in the store, then finishes it as an upload. On any error no
 * file is left behind. `replayed`: an earlier request with the same key saved it.
 */
export async function saveArtifact(
  request: FastifyRequest,
  reply: FastifyReply,
  { files, blobs, workspaces }: Pick<Deps, 'files' | 'blobs' | 'workspaces'>,
  { key, size, sha256, originalName, submissionId, ...fields }: Wanted,
): Promise<{ file: File; replayed: boolean }> {
  if (size > MAX_FILE_BYTES) throw tooLarge();
  const scope = (budgetMs: number) => ({ ...callScope(request, reply), deadlineMs: Date.now() + budgetMs });
  const { limits } = await workspaces.recent(request.credential!.workspaceId, scope(STEP_MS));
  const reserved = { originalName, declaredBytes: size, storageLimitBytes: limits!.storageBytes, submissionId };
  const begun = await files.beginUpload(reserved, scope(STEP_MS));
  const read = { ...fields, collectionIds: [] };
  if (begun.replayed) {
    const found = { submissionId: submissionId!, originalName, sha256, ...read };
    return { file: await files.findUpload(found, scope(STEP_MS)), replayed: true };
  }
  const { fileId } = begun;
  try {
    if (size > begun.reservedBytes)
      throw new Fault('storage_quota_exceeded', 'The file exceeds the remaining storage quota.');
    if (!(await blobs.copy(key, begun.key)))
      throw new Fault('not_found', `The bytes of ${originalName} are no longer stored.`);
    return { file: await files.finishUpload({ fileId, size, sha256, ...read }, scope(FINISH_MS)), replayed: false };
  } catch (error) {
    // Not cancelled with the client. If this fails, files removes the upload within the hour.
    await files.abortUpload({ fileId }, { ...scope(STEP_MS), signal: undefined }).catch((cause: unknown) => {
      request.log.warn({ err: cause, file_id: fileId }, 'could not abort upload, leaving it to the sweep');
    });
    throw error;
  }
}
