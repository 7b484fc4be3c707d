import { BLOB_DELETIONS_SIGNAL, queueBlobDeletions } from '@rotamer/kit/blobs/blobDeletions.ts';
import { transaction } from '@rotamer/kit/db/transaction.ts';
import { appendOutbox, OUTBOX_SIGNAL } from '@rotamer/kit/outbox/outbox.ts';
import { FileEventType } from '@rotamer/proto/files/v1/file.ts';
import type { Deps } from '../deps.ts';
import { addStorage } from '../uploads/uploadStore.ts';
import { type File, uploadPrefix } from './file.ts';
import { fileEvent } from './fileEvent.ts';
import { deleteFile } from './fileStore.ts';

/**
 * Deletes a file. The bytes of an upload are deleted and no longer count for the quota; a job's artifact keeps its bytes.
 * False when it was already deleted.
 */
export async function eraseFile({ db, clock, signals }: Deps, file: File, traceparent: string): Promise<boolean> {
  const erased = await transaction(db, async (tx) => {
    if (!(await deleteFile(tx, file))) return false;
    if (file.storageOwner === 'FILE_LIBRARY') {
      await addStorage(tx, file.workspaceId, -file.size);
      await queueBlobDeletions(tx, [uploadPrefix(file.workspaceId, file.id)]);
    }
    await appendOutbox(tx, [fileEvent(file, FileEventType.DELETED, clock(), traceparent)]);
    return true;
  });
  signals.send(OUTBOX_SIGNAL);
  signals.send(BLOB_DELETIONS_SIGNAL);
  return erased;
}
