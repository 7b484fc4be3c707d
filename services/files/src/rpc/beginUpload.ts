import type { Queryable } from '@rotamer/kit/db/db.ts';
import { transaction } from '@rotamer/kit/db/transaction.ts';
import { Fault } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { newId } from '@rotamer/kit/ids.ts';
import type { BeginUploadRequest, BeginUploadResponse } from '@rotamer/proto/files/v1/files.ts';
import type { Deps } from '../deps.ts';
import { originalName, reservation, uploadKey } from '../file/file.ts';
import { discardUploadIn } from '../uploads/discardUpload.ts';
import { keyInUseFault } from '../uploads/keyInUseFault.ts';
import { claimKey, readKey } from '../uploads/keyStore.ts';
import { addStorage, insertUpload, lockStorage } from '../uploads/uploadStore.ts';

/**
 * An upload that is older was abandoned by its gateway: a gateway ends slow requests after a minute, and finishing
 * takes at most half a minute.
 */
const ABANDONED_MS = 180_000;

/**
 * Reserves storage under the workspace's lock, so that concurrent uploads never exceed the quota. Reserves nothing if
 * the idempotency key has already made a file.
 *
 * Locks upload, storage and key, in this order, as everything that ends uploads or deletes files does.
 *
 * @throws storage_quota_exceeded, or conflict when an upload with the same key is in progress.
 */
export function beginUpload({ db, clock }: Deps): Rpc<BeginUploadRequest, BeginUploadResponse> {
  return async (request, { caller: { workspaceId, userId } }) => {
    const now = clock();
    const name = originalName(request.originalName);
    const id = newId('file', now);
    const { submissionId, storageLimitBytes: limit, declaredBytes } = request;
    return transaction(db, async (tx) => {
      if (submissionId) await discardAbandoned(tx, submissionId, workspaceId, now);
      const held = await lockStorage(tx, workspaceId);
      const earlier = submissionId && (await earlierFile(tx, submissionId, { workspaceId, fileId: id }, now));
      if (earlier) return { fileId: earlier, key: '', reservedBytes: 0, originalName: name, replayed: true };
      const bytes = reservation(held, limit, declaredBytes);
      if (bytes === undefined) throw quotaFault(limit, held);
      await addStorage(tx, workspaceId, bytes);
      const upload = { id, workspaceId, createdBy: userId, originalName: name, reserved: bytes, begunAt: now };
      await insertUpload(tx, upload);
      const key = uploadKey(workspaceId, id);
      return { fileId: id, key, reservedBytes: bytes, originalName: name, replayed: false };
    });
  };
}

/** Discards the upload that holds the key if its gateway has crashed. */
async function discardAbandoned(tx: Queryable, submissionId: string, workspaceId: string, now: Date): Promise<void> {
  const key = await readKey(tx, submissionId, workspaceId);
  if (!key?.begunAt || now.getTime() - key.begunAt.getTime() < ABANDONED_MS) return;
  await discardUploadIn(tx, key.fileId, workspaceId);
}

/**
 * Returns the id of the file that the key has made. Returns undefined if the key was free; it then belongs to the new
 * upload.
 */
async function earlierFile(
  tx: Queryable,
  submissionId: string,
  upload: { workspaceId: string; fileId: string },
  now: Date,
): Promise<string | undefined> {
  if (await claimKey(tx, submissionId, upload, now)) return undefined;
  const key = await readKey(tx, submissionId, upload.workspaceId);
  // The upload is in progress. The key belongs to this workspace, because its id is derived from the workspace.
  if (key?.fingerprint === undefined) throw keyInUseFault();
  return key.fileId;
}

function quotaFault(limit: number, held: number): Fault {
  return new Fault('storage_quota_exceeded', 'The storage quota is used up.', {
    details: { storage_limit_bytes: limit, storage_used_bytes: held },
  });
}
