import { BLOB_DELETIONS_SIGNAL, queueBlobDeletions } from '@rotamer/kit/blobs/blobDeletions.ts';
import type { Queryable } from '@rotamer/kit/db/db.ts';
import { transaction } from '@rotamer/kit/db/transaction.ts';
import type { Deps } from '../deps.ts';
import { uploadPrefix } from '../file/file.ts';
import { freeKeys } from './keyStore.ts';
import { addStorage, takeUpload } from './uploadStore.ts';

/** Discards an upload that did not become a file: releases its storage and its key, and queues its bytes for deletion. */
export async function discardUpload({ db, signals }: Pick<Deps, 'db' | 'signals'>, id: string, workspaceId: string) {
  await transaction(db, (tx) => discardUploadIn(tx, id, workspaceId));
  signals.send(BLOB_DELETIONS_SIGNAL);
}

/** Like `discardUpload`, in the caller's transaction and without the signal. */
export async function discardUploadIn(tx: Queryable, id: string, workspaceId: string): Promise<void> {
  const upload = await takeUpload(tx, id, workspaceId);
  if (!upload) return;
  await addStorage(tx, workspaceId, -upload.reserved);
  await freeKeys(tx, [id]);
  await queueBlobDeletions(tx, [uploadPrefix(workspaceId, id)]);
}
