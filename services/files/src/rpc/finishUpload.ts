import { countMembers, openPlaceOf, placing } from '@rotamer/domain/membership/places.ts';
import { Fault, notFound, validationFault } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { appendOutbox, OUTBOX_SIGNAL } from '@rotamer/kit/outbox/outbox.ts';
import { shownLine, shownText } from '@rotamer/kit/shownText.ts';
import { FileEventType, type File as ProtoFile } from '@rotamer/proto/files/v1/file.ts';
import type { FinishUploadRequest } from '@rotamer/proto/files/v1/files.ts';
import { readCollections } from '../collectionStore.ts';
import type { Deps } from '../deps.ts';
import { type File, safeName, textKey, uploadKey } from '../file/file.ts';
import { fileEvent } from '../file/fileEvent.ts';
import { insertFiles, readFile } from '../file/fileStore.ts';
import { presentFile } from '../file/presentFile.ts';
import { proveStored } from '../uploads/bytesAsSent.ts';
import { discardUpload } from '../uploads/discardUpload.ts';
import { fingerprintOf } from '../uploads/fingerprint.ts';
import { type Inspected, inspectBlob } from '../uploads/inspectBlob.ts';
import { completeKey } from '../uploads/keyStore.ts';
import { storeText } from '../uploads/storeText.ts';
import { addStorage, readUpload, takeUpload, type Upload } from '../uploads/uploadStore.ts';

/** How long an idempotency key is kept. */
const KEY_MS = 7 * 86_400_000;

/**
 * Turns an upload into a file: reads the stored bytes once to verify that they are the bytes that were sent, then
 * commits. A refused upload is discarded with its bytes. Idempotent: repeating the call returns the same file.
 */
export function finishUpload(deps: Deps): Rpc<FinishUploadRequest, ProtoFile> {
  return async (request, { caller: { workspaceId }, traceparent }) => {
    const { db } = deps;
    const upload = await readUpload(db, request.fileId, workspaceId);
    if (!upload) return presentFile(await finishedBefore(deps, request, workspaceId));
    try {
      const file = await fileOf(deps, upload, request);
      const fingerprint = fingerprintOf({ ...request, originalName: upload.originalName });
      const committed = await commit(deps, upload, file, fingerprint, traceparent);
      return presentFile(committed ?? (await finishedBefore(deps, request, workspaceId)));
    } catch (error) {
      // These errors are permanent. After others the gateway may retry or abort the upload.
      if (error instanceof Fault && (error.code === 'validation_error' || error.code === 'conflict')) {
        await discardUpload(deps, upload.id, workspaceId);
      }
      throw error;
    }
  };
}

async function finishedBefore({ db }: Deps, { fileId }: FinishUploadRequest, workspaceId: string): Promise<File> {
  const file = await readFile(db, fileId, workspaceId);
  if (!file) throw notFound('upload');
  return file;
}

/**
 * Returns the findings of the gateway, which inspects the bytes while it streams them; without such findings, inspects
 * the stored bytes.
 *
 * The stored bytes are read in any case: to verify them, and to store the text of a file whose bytes are not UTF-8.
 */
async function inspectedBytes(
  { blobs }: Deps,
  { workspaceId, id, originalName }: Upload,
  request: FinishUploadRequest,
): Promise<Omit<Inspected, 'decoding'> & Pick<File, 'text'>> {
  const sent = { ...request, key: uploadKey(workspaceId, id) };
  const { decoding, ...found } = foundBy(request) ?? (await inspectBlob(blobs, sent, originalName));
  if (decoding) {
    const text = await storeText(blobs, sent, decoding, textKey(workspaceId, id));
    return { ...found, textual: true, text };
  }
  if (request.inspected) await proveStored(blobs, sent);
  return found;
}

function foundBy({ inspected }: FinishUploadRequest): Inspected | undefined {
  if (!inspected) return undefined;
  const { previewKind, decoding, ...found } = inspected;
  return {
    ...found,
    previewKind: previewKind as File['previewKind'],
    decoding: decoding as Inspected['decoding'],
    inspected: true,
  };
}

async function fileOf(deps: Deps, upload: Upload, request: FinishUploadRequest): Promise<File> {
  const { id, workspaceId, createdBy, originalName } = upload;
  const collections = await readCollections(deps.db, request.collectionIds, workspaceId);
  const known = new Set(collections.map((collection) => collection.id));
  const problems = request.collectionIds.flatMap((collection, i) =>
    known.has(collection) ? [] : [{ path: `collection_ids[${i}]`, message: 'is not a collection of this workspace' }],
  );
  if (problems.length > 0) throw validationFault(problems);
  const inspected = await inspectedBytes(deps, upload, request);
  return {
    id,
    workspaceId,
    projectId: request.projectId,
    projectSeq: 0,
    createdBy,
    filename: safeName(originalName),
    originalName,
    ...inspected,
    size: request.size,
    sha256: request.sha256,
    key: uploadKey(workspaceId, id),
    origin: 'UPLOAD',
    storageOwner: 'FILE_LIBRARY',
    tags: request.tags.map((tag) => shownLine(tag)),
    description: request.description && shownText(request.description),
    collections,
  };
}

/**
 * Commits the file and returns it. If its project was closed, the file goes to the project's target. Returns undefined
 * when a concurrent call has ended the upload.
 */
async function commit(
  { db, clock, signals }: Deps,
  upload: Upload,
  wanted: File,
  fingerprint: string,
  traceparent: string,
): Promise<File | undefined> {
  const { workspaceId } = upload;
  const committed = await placing(db, async (tx) => {
    const { projectId } = await openPlaceOf(tx, workspaceId, wanted.projectId);
    const now = clock();
    const file = { ...wanted, projectId };
    if (!(await takeUpload(tx, upload.id, workspaceId))) return undefined;
    await addStorage(tx, workspaceId, file.size - upload.reserved);
    await insertFiles(tx, [file]);
    await completeKey(tx, file.id, fingerprint, new Date(now.getTime() + KEY_MS));
    await appendOutbox(tx, [fileEvent(file, FileEventType.UPLOADED, now, traceparent)]);
    await countMembers(tx, [{ workspaceId, projectId, members: 1 }]);
    return file;
  });
  signals.send(OUTBOX_SIGNAL);
  return committed;
}
