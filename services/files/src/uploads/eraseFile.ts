import { countMembers } from '@rotamer/domain/membership/places.ts';
import { BLOB_DELETIONS_SIGNAL, queueBlobDeletions } from '@rotamer/kit/blobs/blobDeletions.ts';
import type { Queryable } from '@rotamer/kit/db/db.ts';
import { transaction } from '@rotamer/kit/db/transaction.ts';
import { appendOutbox, OUTBOX_SIGNAL } from '@rotamer/kit/outbox/outbox.ts';
import { FileEventType } from '@rotamer/proto/files/v1/file.ts';
import type { Deps } from '../deps.ts';
import { type File, uploadPrefix } from '../file/file.ts';
import { fileEvent } from '../file/fileEvent.ts';
import { deleteFiles } from '../file/fileStore.ts';
import { freeKeys } from './keyStore.ts';
import { addStorage } from './uploadStore.ts';

/** Deletes a file. Returns false when it was already deleted. */
export async function eraseFile(
  { db, clock, signals }: Pick<Deps, 'db' | 'clock' | 'signals'>,
  { id }: File,
  traceparent: string,
): Promise<boolean> {
  const erased = await transaction(db, (tx) => eraseFiles(tx, [id], clock(), traceparent));
  signals.send(OUTBOX_SIGNAL);
  signals.send(BLOB_DELETIONS_SIGNAL);
  return erased === 1;
}

/**
 * Deletes files of one workspace. If there are several, the caller has locked all of them. The bytes of uploads are
 * deleted and no longer count for the quota, and their idempotency keys become free. The bytes of a job's artifact
 * stay. Returns how many files were deleted.
 */
export async function eraseFiles(tx: Queryable, ids: string[], now: Date, traceparent: string): Promise<number> {
  if (ids.length === 0) return 0;
  const files = await deleteFiles(tx, ids);
  const uploads = files.filter(({ storageOwner }) => storageOwner === 'FILE_LIBRARY');
  if (uploads[0]) {
    const bytes = uploads.reduce((sum, { size }) => sum + size, 0);
    await addStorage(tx, uploads[0].workspaceId, -bytes);
    await freeKeys(
      tx,
      uploads.map(({ id }) => id),
    );
    await queueBlobDeletions(
      tx,
      uploads.map(({ workspaceId, id }) => uploadPrefix(workspaceId, id)),
    );
  }
  await appendOutbox(
    tx,
    files.map((file) => fileEvent(file, FileEventType.DELETED, now, traceparent)),
  );
  await countMembers(
    tx,
    files.map(({ workspaceId, projectId }) => ({ workspaceId, projectId, members: -1 })),
  );
  return files.length;
}
