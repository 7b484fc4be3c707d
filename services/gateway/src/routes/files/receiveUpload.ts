import { MAX_FILE_BYTES } from '@rotamer/domain/limits.ts';
import type { Field, FilePart } from '@rotamer/kit/http/multipart.ts';
import type { File } from '@rotamer/proto/files/v1/file.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuseProject } from '../../access/limitKey.ts';
import type { Deps } from '../../deps.ts';
import { callScope } from '../../request/callScope.ts';
import { digestOf } from './digestOf.ts';
import { inspectedOf } from './inspectedOf.ts';
import { sendToStore, tooLarge } from './sendToStore.ts';
import type { UploadFields } from './uploadFields.ts';
import { problem, readAllowedFields, readUploadForm } from './uploadForm.ts';

/** Allowance for the rest of the form, in bytes: text parts and multipart headers. */
const FORM_BYTES = 2 * 1024 * 1024;

/** Time limit for finishing an upload, in milliseconds. The files service reads the stored file back. */
const FINISH_MS = 30_000;
const STEP_MS = 5_000;

/** The stored file; `replayed` when an earlier request with the same key stored it. */
export interface Received {
  file: File;
  replayed: boolean;
}

/**
 * Receives the whole form: reserves storage, streams the file to the blob store, then finishes the upload. On any error no file is
 * left behind. For a repeated idempotency key, only the digest of the file is computed.
 */
export async function receiveUpload(
  request: FastifyRequest,
  reply: FastifyReply,
  { files, projects, blobs, inspections, workspaces }: Deps,
  submissionId: string | undefined,
): Promise<Received> {
  const declaredBytes = declaredLength(request);
  const { workspaceId } = request.credential!;
  const scope = (budgetMs: number) => ({ ...callScope(request, reply), deadlineMs: Date.now() + budgetMs });
  let fileId: string | undefined;

  async function begin(originalName: string) {
    const { limits } = await workspaces.recent(workspaceId, scope(STEP_MS));
    const upload = { originalName, declaredBytes, storageLimitBytes: limits!.storageBytes, submissionId };
    return files.beginUpload(upload, scope(STEP_MS));
  }

  async function checkProject({ projectId }: UploadFields) {
    if (projectId !== undefined) await projects.checkOpen({ projectId }, scope(STEP_MS));
  }

  /** Checks the fields before the file before any of the file is read. The caller checks all fields after the file. */
  async function take({ filename, file }: FilePart, before: Field[]) {
    const read = readAllowedFields(request, before);
    if (submissionId === undefined) await checkProject(read);
    const begun = await begin(filename);
    if (begun.replayed) return { originalName: filename, sha256: await digestOf(file) };
    fileId = begun.fileId;
    // A file stored while the project was open must still be returned for its key, so the project is checked after `begin`.
    if (submissionId !== undefined) await checkProject(read);
    return { fileId, ...(await sendToStore(blobs, inspections, { ...begun, workspaceId }, file, scope(0).signal!)) };
  }

  try {
    const { fields, taken } = await readUploadForm(request, take);
    const read = readAllowedFields(request, fields);
    // The project may come after the file.
    refuseProject(request.credential!, read.projectId);
    if (!taken) throw problem('file', 'is required');
    if (!('fileId' in taken)) {
      const found = { submissionId: submissionId!, ...taken, ...read };
      return { file: await files.findUpload(found, scope(STEP_MS)), replayed: true };
    }
    await checkProject(read);
    const { inspection, ...sent } = taken;
    const finished = { ...sent, ...read, inspected: inspectedOf(inspection) };
    // With a key the client can repeat the request, so an upload that has arrived is finished even if the client disconnects.
    const finishing = { ...scope(FINISH_MS), ...(submissionId !== undefined && { signal: undefined }) };
    return { file: await files.finishUpload(finished, finishing), replayed: false };
  } catch (error) {
    if (fileId) {
      // Not cancelled with the client. If this fails, files removes the upload within the hour.
      await files.abortUpload({ fileId }, { ...scope(STEP_MS), signal: undefined }).catch((cause: unknown) => {
        request.log.warn({ err: cause, file_id: fileId }, 'could not abort upload, leaving it to the sweep');
      });
    }
    throw error;
  }
}

/** The declared size of the request in bytes; undefined without Content-Length. */
function declaredLength({ headers }: FastifyRequest): number | undefined {
  const length = headers['content-length'];
  if (length === undefined) return undefined;
  if (Number(length) > MAX_FILE_BYTES + FORM_BYTES) throw tooLarge();
  return Number(length);
}
