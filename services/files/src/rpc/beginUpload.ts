import { transaction } from '@rotamer/kit/db/transaction.ts';
import { Fault } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { newId } from '@rotamer/kit/ids.ts';
import type { BeginUploadRequest, BeginUploadResponse } from '@rotamer/proto/files/v1/files.ts';
import type { Deps } from '../deps.ts';
import { originalName, reservation, uploadKey } from '../file/file.ts';
import { addStorage, insertUpload, lockStorage } from '../uploads/uploadStore.ts';

/** Reserves storage under the workspace's lock, so that concurrent uploads never exceed the quota. */
export function beginUpload({ db, clock }: Deps): Rpc<BeginUploadRequest, BeginUploadResponse> {
  return async (request, { caller: { workspaceId, userId } }) => {
    const now = clock();
    const name = originalName(request.originalName);
    const id = newId('file', now);
    const limit = request.storageLimitBytes;
    const reserved = await transaction(db, async (tx) => {
      const held = await lockStorage(tx, workspaceId);
      const bytes = reservation(held, limit, request.declaredBytes);
      if (bytes === undefined) throw quotaFault(limit, held);
      await addStorage(tx, workspaceId, bytes);
      await insertUpload(tx, {
        id,
        workspaceId,
        createdBy: userId,
        originalName: name,
        reserved: bytes,
        begunAt: now,
      });
      return bytes;
    });
    return { fileId: id, key: uploadKey(workspaceId, id), reservedBytes: reserved, originalName: name };
  };
}

function quotaFault(limit: number, held: number): Fault {
  return new Fault('storage_quota_exceeded', 'The storage quota is used up.', {
    details: { storage_limit_bytes: limit, storage_used_bytes: held },
  });
}
