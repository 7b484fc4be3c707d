import { BLOB_DELETIONS_SIGNAL, queueBlobDeletions } from '@rotamer/kit/blobs/blobDeletions.ts';
import { transaction } from '@rotamer/kit/db/transaction.ts';
import type { Deps } from '../deps.ts';
import { uploadPrefix } from '../file/file.ts';
import { addStorage, takeUpload } from './uploadStore.ts';

/** Discards an upload that did not become a file: releases its storage and queues its bytes for deletion. */
export async function discardUpload({ db, signals }: Pick<Deps, 'db' | 'signals'>, id: string, workspaceId: string) {
  await transaction(db, async (tx) => {
    const upload = await takeUpload(tx, id, workspaceId);
    if (!upload) return;
    await addStorage(tx, workspaceId, -upload.reserved);
    await queueBlobDeletions(tx, [uploadPrefix(workspaceId, id)]);
  });
  signals.send(BLOB_DELETIONS_SIGNAL);
}
